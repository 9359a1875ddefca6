// The health check: verdict, findings with their repair, bad stretches on the time axis and on the path of the robot.

import type { SceneData } from "../../views/scene_data.ts";
import type { Band } from "../../views/time_plot.ts";
import { api, type ChosenLog, type Project } from "../api.ts";
import { announce, fill, h, table } from "../dom.ts";
import { ask, type LogDocument } from "../parts/ask.ts";
import { CommandBox } from "../parts/command_box.ts";
import { findingView, jobTrouble } from "../parts/job_view.ts";
import { LogView } from "../parts/log_view.ts";
import { isLogOption } from "../parts/mapping.ts";
import { digits } from "../parts/numbers.ts";
import { inspectRequest, repairOptions, setLogOptions } from "../parts/requests.ts";
import { ScenePanel } from "../parts/scene_panel.ts";
import { store } from "../store.ts";
import type { Step } from "./step.ts";

/** Positions of the path in the picture. */
const PATH_POINTS = 2000;

export const checkStep: Step = {
  name: "check",
  title: "Check",
  purpose: "Is the log fit for identification? What is wrong is said here, before anything is fitted.",
  status: (project: Project) => (project.choices.log?.length ? "every log in use" : "no log"),
  show(main, detail) {
    const parts = h("div", {});
    main.append(parts);
    let views: LogCheck[] = [];
    let key = "";
    const follow = (): void => {
      const logs = (store.choices.log ?? []).filter((log) => log.use !== "none");
      const now = JSON.stringify([logs.map(({ path, options }) => [path, options]), store.choices.robot, store.choices.robot_options]);
      if (now === key) return;
      key = now;
      views.forEach((view) => view.destroy());
      views = logs.map((log) => new LogCheck(log, logs.length === 1 || log.path === detail));
      fill(parts, ...views.map((view) => view.element));
      if (logs.length === 0) fill(parts, h("p", {}, "No log is in use. ", h("a", { href: "#/data" }, "Choose logs")));
    };
    follow();
    const off = store.on("project", follow);
    return () => (off(), views.forEach((view) => view.destroy()));
  },
};

/** Puts a repair among the options of a log. */
function apply(log: ChosenLog, line: string): void {
  const options = repairOptions(line);
  const names = Object.keys(options ?? {});
  if (!options || names.length === 0) {
    announce("Only you know the values of this option: set it on the step Data.");
    location.hash = `#/data/${encodeURIComponent(log.path)}`;
  } else if (names.every(isLogOption)) {
    setLogOptions(log.path, (before) => ({ ...before, ...options }));
  } else {
    void store.edit((choices) => ({ ...choices, robot_options: { ...choices.robot_options, ...options } }));
  }
}

/** Stretches of time that a document complains about. */
function stretches(document: LogDocument): Band[] {
  const long = (from: number, seconds: number): Band => ({ from, to: from + Math.max(seconds, document.clock.duration_s / 500), colour: "poor" });
  const gaps = (document.clock.timing.gaps ?? []).map((gap) => long(gap.t_s ?? 0, gap.duration_s ?? 0));
  const backward = document.clock.backward.map(({ t_s, by_s }) => long(t_s, by_s));
  const freezes = document.freezes.map(({ t_s, duration_s }) => ({ ...long(t_s, duration_s), colour: "usable" }));
  return [...gaps, ...backward, ...freezes];
}

class LogCheck {
  readonly element = h("article", { class: "check" });
  readonly #view: LogView;
  readonly #words = h("div", {}, h("p", { class: "soft" }, "Checking the log."));
  readonly #path = new ScenePanel("Path of the tool in 3D");
  #bands: Band[] = [];
  #isGone = false;

  constructor(readonly log: ChosenLog, isOpen: boolean) {
    this.#view = new LogView(() => void this.#showPath());
    const command = new CommandBox();
    const signals = h("details", { open: isOpen }, h("summary", {}, "Signals and path"), this.#path.element, this.#view.element);
    this.element.append(h("h2", {}, log.path), this.#words, signals, command.element);
    signals.addEventListener("toggle", () => signals.open && !this.#view.source && void this.#view.show(log.path));
    if (isOpen) void this.#view.show(log.path);
    void command.show(inspectRequest(log));
    void this.#check();
  }

  destroy(): void {
    this.#isGone = true;
    this.#view.destroy();
    this.#path.clear();
  }

  async #check(): Promise<void> {
    try {
      const { job, document } = await ask<LogDocument>(inspectRequest(this.log), (job) => {
        if (job.state === "waiting") fill(this.#words, h("p", { class: "soft" }, "Waits for another job to end."));
      });
      const repair = (option: string): void => apply(this.log, option);
      if (!document) return fill(this.#words, jobTrouble(job, repair));
      this.#bands = stretches(document);
      this.#view.mark(this.#bands);
      this.#path.scene?.marks(this.#bands);
      this.#show(document, repair);
      announce(`${this.log.path}: ${document.verdict.sentence}`);
    } catch (error) {
      fill(this.#words, h("p", { class: "trouble" }, (error as Error).message));
    }
  }

  #show(document: LogDocument, repair: (option: string) => void): void {
    const grade = { ready: "good", usable_after: "usable", not_usable: "poor" }[document.verdict.readiness];
    const { clock, efforts, excitation } = document;
    const facts: [string, string][] = [
      ["samples", clock.n_samples.toLocaleString("en")],
      ["duration", `${digits(clock.duration_s)} s`],
      ["rate", `${digits(clock.rate_hz)} Hz`],
      ["efforts", document.effort_kind === "current" ? "currents, A" : "torques, N m"],
    ];
    if (efforts) facts.push(["by the evidence", `${efforts.looks_like.replace(/_/g, " ")}: ${efforts.reason}`]);
    if (excitation) facts.push(["excitation", `${excitation.rank} of ${excitation.n_base} base parameters, condition ${digits(excitation.condition, 3)}`]);
    fill(
      this.#words,
      h("p", { class: `verdict ${grade}`, "data-readiness": document.verdict.readiness }, document.verdict.sentence),
      document.verdict.reasons.length > 0 && h("ul", {}, ...document.verdict.reasons.map((reason) => h("li", {}, reason))),
      table(`Facts about ${this.log.path}`, ["", ""], facts),
      document.warnings.length > 0 && h("h3", {}, "Findings"),
      document.warnings.length > 0 && h("ul", { class: "findings" }, ...document.warnings.map((finding) => findingView(finding, repair))),
      this.#bands.length > 0 && h("p", { class: "soft" }, `${this.#bands.length} stretches are marked on the time axis and on the path.`),
    );
  }

  async #showPath(): Promise<void> {
    const { source, timeline } = this.#view;
    if (!source || !timeline || !store.choices.robot) return;
    try {
      const scene = (await api.scene(store.choices.robot)) as SceneData;
      if (this.#isGone) return;
      const drawn = this.#path.show(scene);
      drawn.follow(source.motion(PATH_POINTS), timeline);
      drawn.marks(this.#bands);
    } catch {
      // Plots do without the robot.
    }
  }
}
