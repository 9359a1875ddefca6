// Values at the cursor, in an element of fixed height.

import { fixed } from "./ticks.ts";

/** A value with its name; `colour` names a swatch of the style sheet. */
export interface Value {
  readonly label: string;
  readonly colour: string;
  readonly text: string;
}

/** Four significant digits without exponent where that is short. */
export function significant(x: number): string {
  if (!Number.isFinite(x)) return "\u2013";
  if (x === 0) return "0";
  const decimals = 3 - Math.floor(Math.log10(Math.abs(x)));
  return decimals > 8 || decimals < -3 ? x.toExponential(2).replace(/-/g, "\u2212") : fixed(x, Math.max(0, Math.min(8, decimals)));
}

/** Writes values; an empty list leaves the element as high as it was. */
export function writeReadout(element: HTMLElement, time: string, values: readonly Value[]): void {
  const parts = values.map(({ label, colour, text }) => {
    const part = document.createElement("span");
    const swatch = document.createElement("i");
    swatch.className = `swatch ${colour}`;
    const number = document.createElement("b");
    number.textContent = text;
    part.append(swatch, ` ${label} `, number);
    return part;
  });
  element.replaceChildren(...(time ? [time, ...parts] : ["\u00a0"]));
}
