// Hand and keys on a plot: drag to zoom, with shift to move, twice for everything; arrows, plus, minus, home.

import type uPlot from "uplot";
import type { Move, Timeline } from "./timeline.ts";

/** Shorter drags are clicks [px]. */
const CLICK = 5;
const KEYS: Readonly<Record<string, Move>> = { ArrowLeft: "left", ArrowRight: "right", "+": "in", "-": "out", Home: "whole" };

/** Lets pointer and keys on a plot change its time line. */
export function bindPointer(plot: uPlot, holder: HTMLElement, timeline: Timeline): void {
  const over = plot.over;
  const px = (event: PointerEvent): number => event.clientX - over.getBoundingClientRect().left;
  const time = (x: number): number => plot.posToVal(Math.min(Math.max(x, 0), over.clientWidth), "x");
  let start: { x: number; window: readonly [number, number]; moves: boolean } | null = null;
  const select = (from: number, to: number): void =>
    plot.setSelect({ left: Math.min(from, to), width: Math.abs(to - from), top: 0, height: over.clientHeight }, false);

  over.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    start = { x: px(event), window: timeline.window, moves: event.shiftKey };
    over.setPointerCapture(event.pointerId);
  });
  over.addEventListener("pointermove", (event) => {
    const x = px(event);
    if (start?.moves) {
      const [from, to] = start.window;
      const moved = ((start.x - x) / Math.max(1, over.clientWidth)) * (to - from);
      timeline.show([from + moved, to + moved]);
    } else if (start) {
      select(start.x, Math.min(Math.max(x, 0), over.clientWidth));
    }
    timeline.point(time(x));
  });
  over.addEventListener("pointerup", (event) => {
    select(0, 0);
    const x = px(event);
    if (start && !start.moves && Math.abs(x - start.x) > CLICK) {
      const ends = [time(start.x), time(x)].sort((a, b) => a - b) as [number, number];
      timeline.show(ends);
    } else {
      timeline.point(time(x));
    }
    start = null;
  });
  over.addEventListener("pointercancel", () => {
    start = null;
    select(0, 0);
  });
  over.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") timeline.point(null);
  });
  over.addEventListener("dblclick", () => timeline.move("whole"));
  holder.addEventListener("keydown", (event) => {
    const move = KEYS[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (event.shiftKey && (move === "left" || move === "right")) step(timeline, move === "left" ? -1 : 1);
    else timeline.move(move);
  });
}

/** Moves the cursor by a hundredth of the window. */
function step(timeline: Timeline, direction: number): void {
  const [from, to] = timeline.window;
  const now = timeline.cursor ?? (from + to) / 2;
  timeline.point(Math.min(Math.max(now + (direction * (to - from)) / 100, from), to));
}
