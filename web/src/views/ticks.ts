// Round numbers on axes.

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Text of a number with so many decimals, with a true minus sign. */
export function fixed(x: number, decimals: number): string {
  return Number.isFinite(x) ? x.toFixed(decimals).replace("-", "\u2212") : "\u2013";
}

function marks(low: number, high: number, step: number): Tick[] {
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  const found: Tick[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && found.length < 40; k++) {
    found.push({ at: k * step, label: fixed(k * step, decimals).replace(/^\u2212(0(\.0*)?)$/, "$1") });
  }
  return found;
}

/** Round numbers between two others, about as many as asked for, and at least two. */
export function ticks(low: number, high: number, about: number): Tick[] {
  const raw = (high - low) / Math.max(2, about);
  if (!(raw > 0) || !Number.isFinite(raw)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  const steps = [0.2, 0.5, 1, 2, 5, 10].map((factor) => factor * power);
  let k = steps.findIndex((step) => step >= raw * (1 - 1e-9));
  while (k > 0 && marks(low, high, steps[k]!).length < 2) k -= 1;
  return marks(low, high, steps[k]!);
}
