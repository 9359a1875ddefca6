// The path of the tool: all of it faintly, a stretch of time strongly, marked parts in colour.

import { BufferGeometry, Group, Line, LineBasicMaterial } from "three";
import type { Arm } from "./arm.ts";
import { positionsAt } from "./arm.ts";
import type { MotionData } from "./scene_data.ts";
import { colour } from "./theme.ts";
import type { Span } from "./timeline.ts";

/** Most points of the path. */
const MOST_POINTS = 2000;

/** A part of the path in a colour of the style sheet. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly colour: string;
}

export class ToolPath {
  readonly group = new Group();
  #times: number[];
  #all: Line;
  #strong: Line;
  #marks: { mark: Mark; line: Line }[] = [];
  readonly #geometry = new BufferGeometry();

  constructor(arm: Arm, motion: MotionData) {
    const n = Math.min(MOST_POINTS, motion.t.length);
    const [first, last] = [motion.t[0] ?? 0, motion.t[motion.t.length - 1] ?? 0];
    this.#times = Array.from({ length: n }, (_, k) => first + ((last - first) * k) / Math.max(1, n - 1));
    const points = this.#times.map((time) => {
      arm.pose(positionsAt(motion, time));
      return arm.toolPosition();
    });
    this.#geometry.setFromPoints(points);
    this.#all = this.#line(0.3);
    this.#strong = this.#line(1);
    this.group.add(this.#all, this.#strong);
    this.recolour();
  }

  /** Draws a stretch of time strongly. */
  stress(span: Span): void {
    this.#cut(this.#strong, span);
  }

  marks(marks: readonly Mark[]): void {
    this.#marks.forEach(({ line }) => this.group.remove(line));
    this.#marks = marks.map((mark) => ({ mark, line: this.#line(1) }));
    for (const { mark, line } of this.#marks) {
      this.#cut(line, [mark.from, mark.to]);
      line.renderOrder = 2;
      this.group.add(line);
    }
    this.recolour();
  }

  recolour(): void {
    const paint = (line: Line, name: string): void => void (line.material as LineBasicMaterial).color.set(colour(name));
    paint(this.#all, "nominal");
    paint(this.#strong, "nominal");
    this.#marks.forEach(({ mark, line }) => paint(line, mark.colour));
  }

  /** A line over the same points with a range of its own. */
  #line(opacity: number): Line {
    const geometry = new BufferGeometry().setAttribute("position", this.#geometry.getAttribute("position"));
    return new Line(geometry, new LineBasicMaterial({ transparent: opacity < 1, opacity }));
  }

  #cut(line: Line, [from, to]: Span): void {
    const first = this.#times.findIndex((time) => time >= from);
    const count = this.#times.filter((time) => time >= from && time <= to).length;
    line.geometry.setDrawRange(Math.max(0, first), first < 0 ? 0 : count);
  }
}
