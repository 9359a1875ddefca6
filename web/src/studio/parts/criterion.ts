// The criterion of a search against the share of the work done: it falls.

import { h } from "../dom.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [640, 120];

function svg(tag: string, values: Readonly<Record<string, string | number>>, text = ""): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag);
  Object.entries(values).forEach(([name, value]) => element.setAttribute(name, String(value)));
  element.textContent = text;
  return element;
}

export function criterionChart(values: readonly (readonly [share: number, criterion: number])[]): HTMLElement {
  const criteria = values.map(([, criterion]) => criterion);
  const [low, high] = [Math.min(...criteria), Math.max(...criteria)];
  const [left, right, top, bottom] = [64, WIDTH - 8, 10, HEIGHT - 20];
  const x = (share: number): number => left + Math.min(1, share) * (right - left);
  const y = (criterion: number): number => (high > low ? bottom - ((criterion - low) / (high - low)) * (bottom - top) : bottom);
  const points = values.map(([share, criterion]) => `${x(share).toFixed(1)},${y(criterion).toFixed(1)}`).join(" ");
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "criterion", "aria-hidden": "true" });
  picture.append(
    svg("line", { x1: left, y1: bottom, x2: right, y2: bottom, class: "axis" }),
    svg("polyline", { points, class: "curve" }),
    svg("text", { x: left - 6, y: top + 8, "text-anchor": "end" }, high.toPrecision(4)),
    svg("text", { x: left - 6, y: bottom, "text-anchor": "end" }, low.toPrecision(4)),
    svg("text", { x: left, y: HEIGHT - 4 }, "start"),
    svg("text", { x: right, y: HEIGHT - 4, "text-anchor": "end" }, "end of the search"),
  );
  return h("figure", {}, picture, h("figcaption", {}, `Best criterion so far: ${low.toPrecision(5)}, from ${criteria[0]!.toPrecision(5)}`));
}
