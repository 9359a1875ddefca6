// Lines over time on a canvas (uPlot): zoom, cursor and keys go to the time line, so that all plots and the robot follow.

import uPlot from "uplot";
import { bindPointer } from "./pointer.ts";
import type { Buckets, SignalSource } from "./source.ts";
import { colour, onTheme } from "./theme.ts";
import { ticks } from "./ticks.ts";
import type { Span, Timeline } from "./timeline.ts";

/** A line of a plot. */
export interface Line {
  readonly channel: string;
  /** CSS variable without dashes, such as `measured`. */
  readonly colour: string;
  readonly width?: number;
  readonly dash?: number[];
}

/** A stretch of time behind the lines. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly colour: string;
}

export interface TimePlotOptions {
  /** For readers that do not see it. */
  readonly label: string;
  readonly yTitle: string;
  /** Title of the time axis; without one it has no labels. */
  readonly xTitle?: string;
  readonly lines: readonly Line[];
  readonly bands?: readonly Band[];
  /** Dashed lines across, which stay in sight. */
  readonly levels?: readonly number[];
  /** CSS variable of the levels. */
  readonly levelColour?: string;
  /** Added to the times of the labels [s]. */
  readonly labelOffset?: number;
}

const FONT = "11px system-ui, sans-serif";
const LEFT = 58;

export class TimePlot {
  readonly plot: uPlot;
  #hidden = new Set<string>();
  #shown: Buckets | null = null;
  #request = 0;
  #resize: ResizeObserver;
  #forget: () => void;

  constructor(
    readonly holder: HTMLElement,
    readonly source: SignalSource,
    readonly timeline: Timeline,
    readonly options: TimePlotOptions,
  ) {
    holder.tabIndex = 0;
    holder.setAttribute("role", "img");
    holder.setAttribute("aria-label", options.label);
    this.plot = new uPlot(this.#uplotOptions(), [[], ...options.lines.map(() => [])], holder);
    timeline.onChange((change) => (change === "window" ? this.draw() : this.#point()));
    this.#forget = onTheme(() => this.plot.redraw());
    bindPointer(this.plot, holder, timeline);
    this.#resize = new ResizeObserver(() => this.#fit());
    this.#resize.observe(holder);
    this.draw();
  }

  destroy(): void {
    this.#resize.disconnect();
    this.#forget();
    this.plot.destroy();
  }

  /** Shows these lines and hides the others. */
  showLines(channels: readonly string[]): void {
    this.#hidden = new Set(this.options.lines.map((line) => line.channel).filter((one) => !channels.includes(one)));
    this.options.lines.forEach((line, k) => this.plot.setSeries(k + 1, { show: !this.#hidden.has(line.channel) }, false));
    this.#fill();
  }

  /** Fetches what the window needs and draws it; an answer that comes too late is dropped. */
  draw(): void {
    const request = ++this.#request;
    const channels = this.options.lines.map((line) => line.channel);
    const answer = this.source.buckets(channels, this.timeline.window, Math.max(100, this.plot.bbox.width / devicePixelRatio));
    const take = (buckets: Buckets): void => {
      if (request !== this.#request) return;
      this.#shown = buckets;
      this.#fill();
    };
    if (answer instanceof Promise) answer.then(take, () => this.holder.classList.add("failed"));
    else take(answer);
  }

  #fill(): void {
    const shown = this.#shown;
    if (!shown) return;
    const value = (x: number): number | null => (Number.isFinite(x) ? x : null);
    const twice = (values: readonly ArrayLike<number>[]): (number | null)[] =>
      Array.from({ length: values.length * shown.t.length }, (_, k) => value(values[k % values.length]![Math.floor(k / values.length)]!));
    const both = (k: number): (number | null)[] => twice(shown.exact ? [shown.low[k]!] : [shown.low[k]!, shown.high[k]!]);
    const times = twice(shown.exact ? [shown.t] : [shown.t, shown.t]) as number[];
    this.plot.setData([times, ...this.options.lines.map((_, k) => both(k))], true);
    this.#point();
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (width === 0 || (width === this.plot.width && height === this.plot.height)) return;
    this.plot.setSize({ width, height });
    this.draw();
  }

  #point(): void {
    const cursor = this.timeline.cursor;
    const [from, to] = this.timeline.window;
    const left = cursor === null || cursor < from || cursor > to ? -10 : this.plot.valToPos(cursor, "x");
    this.plot.setCursor({ left, top: left < 0 ? -10 : 0 }, false);
  }

  /** Range of the values that are shown, with a margin. */
  #range(): Span {
    let [low, high] = [Infinity, -Infinity];
    const [from, to] = this.timeline.window;
    const seen = (x: number): void => {
      if (x < low) low = x;
      if (x > high) high = x;
    };
    this.options.levels?.forEach(seen);
    this.options.lines.forEach((line, k) => {
      if (this.#hidden.has(line.channel) || !this.#shown) return;
      const { t, low: lows, high: highs } = this.#shown;
      for (let i = 0; i < t.length; i++) {
        // The buckets on either side of the window only lead the line to the edge.
        if (t[i]! < from && t[i + 1]! <= from) continue;
        if (t[i]! > to) break;
        seen(lows[k]![i]!);
        seen(highs[k]![i]!);
      }
    });
    if (!(low <= high) || !Number.isFinite(high - low)) return [-1, 1];
    const margin = high > low ? 0.06 * (high - low) : Math.abs(low) * 0.5 || 1;
    return [low - margin, high + margin];
  }

  #uplotOptions(): uPlot.Options {
    const { options } = this;
    const axis = (title: string, isTime: boolean): uPlot.Axis => ({
      font: FONT,
      labelFont: FONT,
      label: title,
      labelSize: 16,
      labelGap: 0,
      gap: 3,
      size: isTime ? (options.xTitle ? 22 : 4) : LEFT - 16,
      stroke: () => colour("soft"),
      grid: { stroke: () => colour("rule"), width: 1 },
      ticks: { show: false },
      splits: (u, _axis, low, high) => this.#splits(u, isTime, low, high).map((tick) => tick.at),
      values: (u, splits) => {
        const [low, high] = isTime ? this.timeline.window : [u.scales["y"]!.min!, u.scales["y"]!.max!];
        const labels = this.#splits(u, isTime, low, high).map((tick) => tick.label);
        return isTime && !options.xTitle ? splits.map(() => "") : splits.map((_, k) => labels[k] ?? "");
      },
    });
    const time = axis(options.xTitle ?? "", true);
    if (!options.xTitle) delete time.label;
    return {
      width: Math.max(120, this.holder.clientWidth),
      height: Math.max(60, this.holder.clientHeight),
      padding: [6, 10, 0, 0],
      legend: { show: false },
      cursor: { x: true, y: false, points: { show: false }, drag: { x: true, y: false, setScale: false }, bind: deaf },
      scales: { x: { time: false, range: () => [...this.timeline.window] as [number, number] }, y: { range: () => [...this.#range()] as [number, number] } },
      axes: [time, axis(options.yTitle, false)],
      series: [{}, ...options.lines.map(series)],
      hooks: { drawClear: [(u) => this.#bands(u)], drawAxes: [(u) => this.#levels(u)] },
    };
  }

  #splits(u: uPlot, isTime: boolean, low: number, high: number): ReturnType<typeof ticks> {
    const offset = isTime ? this.options.labelOffset ?? 0 : 0;
    const room = (isTime ? u.bbox.width / 80 : u.bbox.height / 28) / devicePixelRatio;
    return ticks(low + offset, high + offset, room).map(({ at, label }) => ({ at: at - offset, label }));
  }

  #levels(u: uPlot): void {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.strokeStyle = colour(this.options.levelColour ?? "soft");
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    for (const level of this.options.levels ?? []) {
      const y = u.valToPos(level, "y", true);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
    }
    ctx.restore();
  }

  #bands(u: uPlot): void {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.globalAlpha = 0.22;
    for (const band of this.options.bands ?? []) {
      const [from, to] = [band.from, band.to].map((t) => Math.min(Math.max(u.valToPos(t, "x", true), bbox.left), bbox.left + bbox.width));
      ctx.fillStyle = colour(band.colour);
      if (to! > from!) ctx.fillRect(from!, bbox.top, Math.max(to! - from!, 1), bbox.height);
    }
    ctx.restore();
  }
}

/** The plot listens to the pointer itself: pen and touch included. */
const deaf = Object.fromEntries(
  ["mousedown", "mouseup", "mousemove", "mouseleave", "mouseenter", "dblclick", "click"].map((event) => [event, () => null]),
) as unknown as uPlot.Cursor.Bind;

function series(line: Line): uPlot.Series {
  return {
    stroke: () => colour(line.colour),
    width: line.width ?? 1.4,
    ...(line.dash ? { dash: line.dash } : {}),
    points: { show: (u, _k, from, to) => to - from < u.bbox.width / devicePixelRatio / 8, size: 4 },
    spanGaps: false,
  };
}
