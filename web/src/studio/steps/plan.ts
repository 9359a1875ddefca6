// The motion to be logged: limits, surroundings, search, preview, files; its run on the simulated robot.

import type { SceneData } from "../../views/scene_data.ts";
import { type CommandRequest, type Job, type OptionValue, type Project, api } from "../api.ts";
import { fill, h, labelled, select } from "../dom.ts";
import { BoxEditor, type Surroundings } from "../parts/boxes.ts";
import { CommandBox } from "../parts/command_box.ts";
import { OptionForm } from "../parts/form.ts";
import { JobView } from "../parts/job_view.ts";
import { LivePose } from "../parts/live_pose.ts";
import { freeName } from "../parts/numbers.ts";
import { reportFrame } from "../parts/result_view.ts";
import { ScenePanel } from "../parts/scene_panel.ts";
import { store } from "../store.ts";
import { add } from "./data.ts";
import type { Step } from "./step.ts";

const OPTIONS = ["velocity", "acceleration", "share", "floor", "clearance", "period", "starts", "iterations"];

/** Share of the limits that position controllers can follow, the simulated one included. */
const FIRST = { share: "0.7" };

/** Speeds of the simulated clock, as multiples of real time. */
const PACES = [["1", "real time"], ["4", "4 times real time"], ["20", "20 times real time"], ["", "as fast as possible"]] as const;

export const planStep: Step = {
  name: "plan",
  title: "Plan",
  purpose: "Design the motion that is worth logging, within the limits of the robot and its surroundings.",
  status: (project: Project) => {
    const motions = project.files.motions.filter((path) => path.endsWith(".toml"));
    return motions.length > 0 ? `${motions.length} motions` : "no motion";
  },
  show(main) {
    if (!store.choices.robot) {
      main.append(h("p", {}, "No robot is chosen. ", h("a", { href: "#/robot" }, "Choose a robot")));
      return undefined;
    }
    const plan = new Plan();
    main.append(plan.element);
    const off = store.on("project", () => plan.follow());
    return () => (off(), plan.destroy());
  },
};

class Plan {
  readonly element = h("div", {});
  readonly #form: OptionForm;
  readonly #command = new CommandBox();
  readonly #job = new JobView();
  readonly #motions = h("div", {});
  readonly #boxWords = h("p", { class: "soft" }, "The boxes are written to a file when the search starts, which the command then takes by --scene.");
  readonly #start = h("button", { type: "button", class: "main", onclick: () => void this.#run() }, "Design the motion");
  readonly #boxes = new BoxEditor(() => this.follow());
  #views = new Map<string, MotionView>();
  #key = "";

  constructor() {
    const verb = store.vocabulary.verbs.find((one) => one.name === "excite")!;
    this.#form = new OptionForm(verb, OPTIONS, store.choices.form?.["excite"] ?? FIRST, () => this.#edited());
    this.element.append(this.#form.element, this.#boxes.element, this.#boxWords, this.#command.element, this.#start, this.#job.element, h("h2", {}, "Motions"), this.#motions);
    this.follow();
    const last = store.jobs.filter((job) => job.verb === "excite").pop();
    if (last) this.#job.show(last);
  }

  destroy(): void {
    this.#boxes.destroy();
    this.#views.forEach((view) => view.destroy());
  }

  follow(): void {
    this.#boxWords.hidden = this.#boxes.boxes.length === 0;
    const key = JSON.stringify([this.#request(null), store.project.files.motions, store.project.files.pages, store.project.files.experiments, store.project.files.logs]);
    if (key === this.#key) return;
    this.#key = key;
    void this.#command.show(this.#request(null));
    this.#showMotions();
  }

  #edited(): void {
    const { options, more } = this.#form.values;
    void store.edit((choices) => ({ ...choices, form: { ...choices.form, excite: { ...options, ...(more ? { more } : {}) } } }));
    this.follow();
  }

  #request(scene: string | null): CommandRequest {
    const { robot, robot_options = {} } = store.choices;
    const { motions, logs, pages } = store.project.files;
    const taken = [...motions, ...logs.map(({ path }) => path), ...pages].map((path) => path.replace(/\.(toml|csv|html)$/, ""));
    const name = freeName("motion", "", taken);
    const { options, more } = this.#form.values;
    const wanted: Record<string, OptionValue> = { robot: robot!, ...robot_options, ...options, out: [`${name}.toml`, `${name}.csv`], preview: `${name}.html` };
    if (scene) wanted["scene"] = scene;
    return { verb: "excite", arguments: wanted, more };
  }

  async #run(): Promise<void> {
    this.#start.disabled = true;
    try {
      const { boxes } = this.#boxes;
      const scene = boxes.length > 0 ? await writeScene(boxes) : null;
      await store.run(this.#request(scene), (job) => this.#job.show(job));
      await store.refresh();
    } catch (error) {
      store.fail(error);
    }
    this.#start.disabled = false;
  }

  #showMotions(): void {
    const motions = store.project.files.motions.filter((path) => path.endsWith(".toml"));
    // A view is kept as long as its files are the same: it may show a run.
    const kept = motions.map((path): [string, MotionView] => {
      const key = JSON.stringify([path, filesOf(path)]);
      return [key, this.#views.get(key) ?? new MotionView(path)];
    });
    this.#views.forEach((view, key) => kept.some(([other]) => other === key) || view.destroy());
    this.#views = new Map(kept);
    const views = [...this.#views.values()].reverse().map((view) => view.element);
    if (views.length > 0 && views.every((view, k) => view === this.#motions.children[k]) && views.length === this.#motions.childElementCount) return;
    fill(this.#motions, ...(views.length > 0 ? views : [h("p", { class: "soft" }, "Motions that are designed here, and others in the folder, are listed with their preview.")]));
  }
}

async function writeScene(boxes: Surroundings): Promise<string> {
  const list = (numbers: readonly number[]): string => `[${numbers.map((x) => (Number.isInteger(x) ? x.toFixed(1) : String(x))).join(", ")}]`;
  const text = boxes.map(({ size, position }, k) => `[[box]]\nname = "box${k + 1}"\nsize_m = ${list(size)}\nposition_m = ${list(position)}\n`).join("\n");
  for (let number = 1; ; number++) {
    const path = `scene${number === 1 ? "" : `-${number}`}.toml`;
    // A scene of that name with another text stays as it is.
    try {
      return (await api.writeText(path, text)).path;
    } catch (error) {
      if (number > 99 || !("code" in (error as object)) || (error as { code: string }).code !== "E096") throw error;
    }
  }
}

/** Files of a motion that are there: coefficients, samples, preview. */
function filesOf(path: string): string[] {
  const { pages, logs } = store.project.files;
  const stem = path.replace(/\.toml$/, "");
  return [path, ...logs.map((log) => log.path).filter((one) => one === `${stem}.csv`), ...pages.filter((one) => one === `${stem}.html`)];
}

/** A motion: preview, files, its run on the simulated robot with a live view, and the command for a real one. */
class MotionView {
  readonly element = h("article", { class: "motion" });
  readonly #job = new JobView();
  readonly #live = new ScenePanel("The simulated robot as it moves");
  readonly #pose = new LivePose((q) => this.#live.scene?.show(q));
  readonly #stem: string;

  constructor(readonly path: string) {
    this.#stem = path.replace(/\.toml$/, "");
    const files = filesOf(path);
    const link = (file: string): HTMLElement => h("li", {}, h("a", { href: api.downloadAddress(file), download: true }, file));
    const preview = h("details", {}, h("summary", {}, "Preview with forecast"));
    preview.addEventListener("toggle", () => {
      if (preview.open && !preview.querySelector("iframe")) preview.append(reportFrame(`${this.#stem}.html`));
    });
    const noise = h("input", { type: "number", min: 0, step: "any", value: 1 });
    const pace = select(PACES, "4", () => {});
    const start: HTMLButtonElement = h("button", { type: "button" }, "Run on the simulated robot");
    start.addEventListener("click", () => void this.#run(Number(noise.value), pace.value, start));
    const real = h("pre", { class: "code", tabindex: 0 }, `taufit run ${this.#experiment()} --link ur-rtde --host 192.168.0.10`);
    this.element.append(
      h("h3", {}, path),
      h("ul", { class: "row" }, ...files.map(link)),
      files.includes(`${this.#stem}.html`) ? preview : h("p", { class: "soft" }, "This motion has no preview page."),
      h("div", { class: "fields" }, labelled("Seed of the simulated sensors", noise), labelled("Clock of the simulated robot", pace)),
      start,
      this.#job.element,
      this.#live.element,
      h("details", {}, h("summary", {}, "On a real robot"), h("p", {}, "A real robot moves only from the command line, where you confirm its name. After the simulated run the experiment is in the folder:"), real),
    );
  }

  destroy(): void {
    this.#live.clear();
  }

  #experiment(): string {
    return `${this.#stem}_experiment.toml`;
  }

  async #run(seed: number, pace: string, start: HTMLButtonElement): Promise<void> {
    start.disabled = true;
    try {
      const name = this.path.split("/").pop()!;
      const text = `robot = ${JSON.stringify(store.choices.robot)}\nrate_hz = 500.0\n\n[excitation]\ntrajectory = ${JSON.stringify(name)}\n\n[simulation.arm]\nseed = ${Math.max(1, Math.round(seed))}\n`;
      const taken = store.project.files.experiments;
      const path = taken.includes(this.#experiment()) ? await this.#same(text) : (await api.writeText(this.#experiment(), text)).path;
      const out = freeName(`${this.#stem}_run`, ".mcap", store.project.files.logs.map((log) => log.path));
      await this.#draw();
      const wanted = { experiment: path, out, ...(pace ? { speed: Number(pace) } : {}) };
      const job = await store.run({ verb: "run", arguments: wanted }, (job) => this.#follow(job));
      await store.refresh();
      if (job.state === "done") add([out]);
    } catch (error) {
      store.fail(error);
    }
    start.disabled = false;
  }

  /** The robot is drawn where it was measured last. */
  #follow(job: Job): void {
    this.#job.show(job);
    const q = job.progress?.q ?? [];
    if (q.length > 0) this.#pose.move(q);
  }

  async #draw(): Promise<void> {
    try {
      const scene = (await api.scene(store.choices.robot!)) as SceneData;
      if (this.element.isConnected) this.#live.show(scene);
    } catch {
      // The run does without the picture.
    }
  }

  /** The experiment of this text: the one that exists, or another name. */
  async #same(text: string): Promise<string> {
    const free = freeName(`${this.#stem}_experiment`, ".toml", store.project.files.experiments);
    return api.writeText(this.#experiment(), text).then(({ path }) => path, async () => (await api.writeText(free, text)).path);
  }
}
