// Time as all plots and the robot share it: the whole, the window that is shown, the cursor.

export type Span = readonly [from: number, to: number];

/** Steps of the window: a third to either side, twice or half as long, everything. */
export type Move = "left" | "right" | "in" | "out" | "whole";

/** Part of a time line that changed. */
export type Change = "window" | "cursor";

export class Timeline {
  #window: Span;
  #cursor: number | null = null;
  #listeners = new Set<(change: Change) => void>();

  /** `shortest`: the smallest window [s]. */
  constructor(readonly whole: Span, readonly shortest: number, window: Span = whole) {
    this.#window = whole;
    this.show(window);
  }

  get window(): Span {
    return this.#window;
  }

  get cursor(): number | null {
    return this.#cursor;
  }

  onChange(listener: (change: Change) => void): void {
    this.#listeners.add(listener);
  }

  /** Shows a window, inside the whole and no shorter than the smallest. */
  show([from, to]: Span): void {
    const [first, last] = this.whole;
    const length = Math.min(last - first, Math.max(this.shortest, to - from));
    const begin = Math.min(Math.max(first, from), last - length);
    this.#window = [begin, begin + length];
    this.#tell("window");
  }

  move(how: Move): void {
    const [from, to] = this.#window;
    const length = to - from;
    const windows: Record<Move, Span> = {
      left: [from - length / 3, to - length / 3],
      right: [from + length / 3, to + length / 3],
      in: [from + length / 4, to - length / 4],
      out: [from - length / 2, to + length / 2],
      whole: this.whole,
    };
    this.show(windows[how]);
  }

  /** Points at a time; `null` at none. */
  point(time: number | null): void {
    if (time === this.#cursor) return;
    this.#cursor = time;
    this.#tell("cursor");
  }

  #tell(change: Change): void {
    this.#listeners.forEach((listener) => listener(change));
  }
}
