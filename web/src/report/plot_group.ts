// A group of plots with one time line, its tool bar, and the robot beside it.

import { nearest } from "../views/source.ts";
import type { MemorySource } from "../views/memory_source.ts";
import { Player } from "../views/player.ts";
import { significant, type Value, writeReadout } from "../views/readout.ts";
import { type Ellipsoids, RobotScene } from "../views/scene.ts";
import type { MotionData, SceneData } from "../views/scene_data.ts";
import { fixed } from "../views/ticks.ts";
import { type Band, type Line, TimePlot } from "../views/time_plot.ts";
import { type Move, Timeline } from "../views/timeline.ts";
import { type PackedSignals, unpack } from "./unpack.ts";

interface PlotLine {
  readonly channel: string;
  readonly label: string;
  readonly class: string;
}

interface Pane {
  readonly title: string;
  readonly unit: string;
  readonly height: number;
  readonly lines: readonly PlotLine[];
  readonly levels: readonly number[];
  readonly level_class: string;
}

/** Written by crates/taufit-report/src/plots.rs. */
interface PlotScript {
  readonly figures: readonly { readonly label: string; readonly panes: readonly Pane[] }[];
  readonly stretches: readonly (PackedSignals & { readonly bands: readonly Band[] })[];
  readonly opening_s: number | null;
}

/** Width and dashes by class, so that lines differ without colour. */
const STYLES: Readonly<Record<string, Partial<Line>>> = {
  measured: { width: 2.2 },
  nominal: { dash: [5, 3] },
  feasible: { dash: [1.5, 2.5] },
  threshold: { dash: [3, 3] },
};

/** Fewest samples of a window. */
const FEWEST = 4;

export class PlotGroup {
  timeline: Timeline | null = null;
  scene: RobotScene | null = null;
  source: MemorySource | null = null;
  plots: TimePlot[] = [];
  readonly script: PlotScript;
  readonly #packs: readonly string[];
  readonly #figures: readonly HTMLElement[];
  #sources: Promise<MemorySource>[] = [];
  #player: Player | null = null;

  constructor(readonly element: HTMLElement) {
    this.script = JSON.parse(element.querySelector(".plot-script")!.textContent!) as PlotScript;
    this.#packs = [...element.querySelectorAll(".plot-pack")].map((pack) => pack.textContent ?? "");
    this.#figures = [...element.querySelectorAll<HTMLElement>("figure.torque")];
    const select = element.querySelector<HTMLSelectElement>(".stretch");
    select?.addEventListener("change", () => void this.choose(Number(select.value)));
    element.querySelectorAll<HTMLElement>("[data-view]").forEach((button) =>
      button.addEventListener("click", () => this.timeline?.move(button.dataset["view"] as Move)));
    this.#boxes().forEach((box) => box.addEventListener("change", () => this.#showLines()));
  }

  /** Shows the stretch that is chosen when the page opens. */
  async start(): Promise<void> {
    await this.choose(Number(this.element.querySelector<HTMLSelectElement>(".stretch")?.value ?? 0));
    const wanted = /^#t=([\d.]+)$/.exec(location.hash);
    // A page may name a time: preview.html#t=3.5
    if (wanted) this.timeline?.point(Number(wanted[1]));
    else if (this.element.dataset["plays"] !== undefined) this.#player?.toggle(true);
  }

  /** Shows another stretch from its beginning. */
  async choose(index: number): Promise<void> {
    const stretch = this.script.stretches[index];
    if (!stretch) return;
    const source = await (this.#sources[index] ??= unpack(stretch, this.#packs[index] ?? ""));
    const [first, last] = source.span;
    const opening = Math.min(last, first + (this.script.opening_s ?? Infinity));
    const timeline = new Timeline(source.span, (FEWEST * (last - first)) / Math.max(FEWEST, source.length), [first, opening]);
    this.#player?.toggle(false);
    this.plots.forEach((plot) => plot.destroy());
    Object.assign(this, { source, timeline });
    this.plots = this.#figures.flatMap((figure, k) => this.#draw(figure, k, source, timeline, stretch.bands));
    this.#showLines();
    timeline.onChange(() => this.#read());
    this.#read();
    this.#showRobot(source, timeline);
  }

  #draw(figure: HTMLElement, index: number, source: MemorySource, timeline: Timeline, bands: readonly Band[]): TimePlot[] {
    const { panes, label } = this.script.figures[index]!;
    const readout = figure.querySelector(".readout");
    figure.querySelectorAll(".plot").forEach((old) => old.remove());
    return panes.map((pane, k) => {
      const holder = document.createElement("div");
      holder.className = "plot";
      const isLast = k + 1 === panes.length;
      holder.style.height = `${pane.height + (isLast ? 34 : 0)}px`;
      figure.insertBefore(holder, readout);
      const lines = pane.lines.map((line) => ({ channel: line.channel, colour: line.class, ...STYLES[line.class] }));
      return new TimePlot(holder, source, timeline, {
        label: panes.length > 1 ? `${label}: ${pane.title}` : label,
        yTitle: pane.title,
        ...(isLast ? { xTitle: "time [s]" } : {}),
        lines,
        bands,
        levels: pane.levels,
        levelColour: pane.level_class,
      });
    });
  }

  #boxes(): HTMLInputElement[] {
    return [...this.element.querySelectorAll<HTMLInputElement>("[data-line]")];
  }

  #isShown(line: PlotLine): boolean {
    return this.#boxes().find((box) => box.dataset["line"] === line.class)?.checked ?? true;
  }

  #showLines(): void {
    const panes = this.script.figures.flatMap((figure) => figure.panes);
    this.plots.forEach((plot, k) => plot.showLines(panes[k]!.lines.filter((line) => this.#isShown(line)).map((line) => line.channel)));
    this.#read();
  }

  /** Values at the cursor. */
  #read(): void {
    const { source, timeline } = this;
    if (!source || !timeline) return;
    const at = timeline.cursor === null || source.length === 0 ? null : nearest(source.times, timeline.cursor);
    this.#figures.forEach((figure, k) => {
      const element = figure.querySelector<HTMLElement>(".readout");
      const { panes } = this.script.figures[k]!;
      if (!element) return;
      if (at === null) return writeReadout(element, "", []);
      const value = (line: PlotLine, unit: string): Value => {
        const x = source.channels.get(line.channel)?.[at] ?? NaN;
        return { label: line.label, colour: line.class, text: `${significant(x)} ${unit}` };
      };
      const values = panes.flatMap(({ lines, unit }) =>
        lines.filter((line) => line.label && this.#isShown(line)).map((line) => value(line, unit)));
      writeReadout(element, `${fixed(source.times[at]!, 3)} s`, values);
    });
  }

  #showRobot(source: MemorySource, timeline: Timeline): void {
    const holder = this.element.querySelector<HTMLElement>(".scene");
    const description = document.getElementById("scene-data");
    if (!holder || !description) return;
    const data = JSON.parse(description.textContent!) as SceneData;
    const nDof = 1 + Math.max(-1, ...data.links.map((link) => link.drive.dof));
    const q = Array.from({ length: nDof }, (_, dof) => source.channels.get(`q${dof}`));
    const motion: MotionData | null = q.every((one) => one) ? { t: source.times, q: q as Float32Array[] } : null;
    this.scene ??= this.#bindStage(new RobotScene(holder, data));
    if (motion) this.scene.follow(motion, timeline);
    const part = <T extends HTMLElement>(name: string): T => this.element.querySelector<T>(`.${name}`)!;
    this.#player = new Player({ play: part("play"), scrub: part("scrub"), clock: part("clock"), rate: part("rate") }, timeline);
  }

  /** Choice of ellipsoids and links. */
  #bindStage(scene: RobotScene): RobotScene {
    const ellipsoids = this.element.querySelector<HTMLSelectElement>(".ellipsoids");
    const solids = this.element.querySelector<HTMLInputElement>(".solids");
    const show = (): void => {
      const shown = (ellipsoids?.value ?? "none") as Ellipsoids;
      scene.ellipsoids(shown);
      scene.solids((solids?.checked ?? true) && (shown === "none" || "faint"));
    };
    for (const control of [ellipsoids, solids]) if (control) control.onchange = show;
    show();
    return scene;
  }
}
