// A log over time: one plot per joint, quantity by choice, read-out, bands for what is wrong or kept for validation.

import { significant, writeReadout } from "../../views/readout.ts";
import { type Band, TimePlot } from "../../views/time_plot.ts";
import { type Span, Timeline } from "../../views/timeline.ts";
import { api } from "../api.ts";
import { fill, h } from "../dom.ts";
import { SeriesSource } from "./series_source.ts";

type Quantity = "tau" | "q" | "qd";

const UNITS: Readonly<Record<Quantity, string>> = { tau: "N m", q: "rad", qd: "rad/s" };
const NAMES: Readonly<Record<Quantity, string>> = { tau: "Efforts", q: "Positions", qd: "Velocities" };
/** Time after which a log that is still being read is looked at again [ms]. */
const AGAIN = 500;

export class LogView {
  readonly element = h("div", { class: "log-view" });
  readonly bands: Band[] = [];
  source: SeriesSource | null = null;
  timeline: Timeline | null = null;
  #plots: TimePlot[] = [];
  #quantity: Quantity = "tau";
  #request = 0;

  /** `ready` is called when the log has been read to its end. */
  constructor(readonly ready: (view: LogView) => void = () => {}) {}

  /** Shows a log; the old one stays until the new one is there. */
  async show(log: string): Promise<void> {
    const request = ++this.#request;
    if (!this.source) fill(this.element, h("p", { class: "soft" }, `Reading ${log}.`));
    for (;;) {
      let source: SeriesSource;
      try {
        source = new SeriesSource(log, await api.series(log), () => this.#plots.forEach((plot) => plot.draw()));
      } catch (error) {
        if (request === this.#request) this.#fail(error as Error);
        return;
      }
      if (request !== this.#request) return;
      if (source.head.n_samples > 0) this.#draw(source);
      if (source.head.complete) {
        this.ready(this);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      if (request !== this.#request) return;
    }
  }

  /** Marks stretches of time. */
  mark(bands: readonly Band[]): void {
    this.bands.splice(0, this.bands.length, ...bands);
    this.#plots.forEach((plot) => plot.plot.redraw());
  }

  destroy(): void {
    this.#request += 1;
    this.#plots.forEach((plot) => plot.destroy());
    this.#plots = [];
  }

  #fail(error: Error): void {
    this.#plots.forEach((plot) => plot.destroy());
    this.#plots = [];
    this.source = null;
    const code = "code" in error ? `${String(error.code)}: ` : "";
    fill(this.element, h("p", { class: "trouble", role: "alert" }, h("b", {}, code), error.message));
  }

  #draw(source: SeriesSource): void {
    this.#plots.forEach((plot) => plot.destroy());
    const { head } = source;
    const shortest = (head.last_s - head.first_s) / Math.max(1, head.n_samples / 10);
    this.timeline = new Timeline(source.span, Math.max(shortest, 1e-6), this.#zoomed(source) ?? source.span);
    this.source = source;
    const quantities = (["tau", "q", "qd"] as const).filter((key) => head.channels.includes(`${key}1`));
    if (!quantities.includes(this.#quantity)) this.#quantity = "q";
    const unit = (key: Quantity): string => (key === "tau" && head.effort_kind === "current" ? "A" : UNITS[key]);
    const choice = (key: Quantity): HTMLElement =>
      h("button", { type: "button", "aria-pressed": key === this.#quantity, onclick: () => ((this.#quantity = key), this.#draw(source)) }, `${NAMES[key]}, ${unit(key)}`);
    const holders = head.joints.map((joint, k) => ({ joint, holder: h("div", { class: "plot" }), channel: `${this.#quantity}${k + 1}` }));
    const readout = h("p", { class: "readout" }, "\u00a0");
    fill(
      this.element,
      h("p", { class: "soft" }, `${head.n_samples.toLocaleString("en")} samples, ${(head.last_s - head.first_s).toFixed(2)} s${head.complete ? "" : ", still being read"}`),
      h("div", { class: "row", role: "group", "aria-label": "Quantity" }, ...quantities.map(choice)),
      ...holders.map(({ joint, holder }) => h("div", { class: "joint-plot" }, h("span", { class: "joint-name" }, joint), holder)),
      readout,
      h("p", { class: "soft" }, "Drag over a plot to zoom, with shift to move; double click shows everything. Keys: arrows, + and -, Home."),
    );
    this.#plots = holders.map(
      ({ joint, holder, channel }, k) =>
        new TimePlot(holder, source, this.timeline!, {
          label: `${NAMES[this.#quantity]} of ${joint} over time`,
          yTitle: unit(this.#quantity),
          ...(k === holders.length - 1 ? { xTitle: "time, s" } : {}),
          lines: [{ channel, colour: "predicted" }],
          bands: this.bands,
        }),
    );
    this.timeline.onChange(() => this.#read(readout, holders));
  }

  /** Window of the same log that is shown, where it is not the whole. */
  #zoomed(source: SeriesSource): Span | null {
    if (!this.timeline || this.source?.log !== source.log) return null;
    const { whole, window } = this.timeline;
    return window[0] > whole[0] || window[1] < whole[1] ? window : null;
  }

  #read(readout: HTMLElement, lines: readonly { joint: string; channel: string }[]): void {
    const time = this.timeline?.cursor ?? null;
    if (time === null || !this.source) return writeReadout(readout, "", []);
    const source = this.source;
    const value = ({ joint, channel }: { joint: string; channel: string }): { label: string; colour: string; text: string } => {
      const [low, high] = source.at(channel, time);
      return { label: joint, colour: "predicted", text: low === high ? significant(low) : `${significant(low)} to ${significant(high)}` };
    };
    writeReadout(readout, `${time.toFixed(3)} s`, lines.map(value));
  }
}
