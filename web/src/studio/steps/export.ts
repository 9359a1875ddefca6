// The identified robot in the files of other programs, with what a format cannot hold.

import { type CommandRequest, type Job, type OptionValue, type Project, type ResultSummary, api } from "../api.ts";
import { type Choice, fill, h, labelled } from "../dom.ts";
import { CommandBox } from "../parts/command_box.ts";
import { JobView } from "../parts/job_view.ts";
import { freeName, stem } from "../parts/numbers.ts";
import { store } from "../store.ts";
import type { Step } from "./step.ts";

const ENDINGS: Readonly<Record<string, string>> = { urdf: ".urdf", mjcf: ".xml", "robot-toml": ".toml", csv: ".csv", json: ".json", pinocchio: ".json", "ur-params": ".yaml", rust: ".rs", c: ".c" };
const WORDS: Readonly<Record<string, string>> = {
  urdf: "URDF: ROS, pinocchio, most simulators",
  mjcf: "MJCF: MuJoCo",
  "robot-toml": "robot.toml: DH table with links and motors",
  csv: "Table of the standard parameters",
  json: "The same as JSON",
  pinocchio: "Dynamic parameters in pinocchio's order",
  "ur-params": "physical_parameters.yaml of Universal Robots",
  rust: "Rust source for controllers",
  c: "C99 source for controllers",
};

/** Methods whose results hold a robot. */
const WITH_ROBOT = new Set(["identify", "elastic", "gravity", "reverse", "motors"]);

const withRobot = (project: Project): readonly ResultSummary[] => project.files.results.filter(({ kind }) => WITH_ROBOT.has(kind));

export const exportStep: Step = {
  name: "export",
  title: "Export",
  purpose: "Write the identified robot for other programs; what a format cannot hold is listed.",
  status: (project: Project) => (withRobot(project).length > 0 ? "ready" : "no result"),
  show(main, detail) {
    const view = new ExportView(detail);
    main.append(view.element);
    return store.on("project", () => view.follow());
  },
};

/** Choice of result and format; what was written stays in sight while files come and go. */
class ExportView {
  readonly element = h("div", {});
  readonly #none = h("p", {}, "There is no result with a robot yet. ", h("a", { href: "#/fit" }, "Start a fit"));
  readonly #result = h("select", { onchange: () => this.#choose() });
  readonly #format = h("select", { onchange: () => this.#change() });
  readonly #source = h("select", { onchange: () => this.#change() });
  readonly #command = new CommandBox();
  readonly #job = new JobView();
  readonly #done = h("div", {});
  readonly #start = h("button", { type: "button", class: "main", onclick: () => void this.#run() }, "Write the file");
  readonly #work: HTMLElement;
  #key = "";

  constructor(result: string) {
    const verb = store.vocabulary.verbs.find((one) => one.name === "export")!;
    const formats = verb.arguments.find((argument) => argument.name === "to")?.choices ?? [];
    setChoices(this.#format, formats.map((one) => [one, WORDS[one] ?? one]), "urdf");
    this.#work = h(
      "div",
      {},
      h("div", { class: "fields" }, labelled("Result", this.#result), labelled("Format", this.#format), labelled("File to patch", this.#source, "Comments and order of that file stay")),
      this.#command.element,
      this.#start,
      this.#job.element,
      this.#done,
    );
    this.element.append(this.#none, this.#work);
    this.follow(result);
  }

  /** Takes the results and files as they are now; the last result is chosen at first. */
  follow(wanted = this.#result.value): void {
    const { files } = store.project;
    const results = withRobot(store.project);
    this.#none.hidden = results.length > 0;
    this.#work.hidden = results.length === 0;
    const sources = [...files.robots, ...files.other];
    const key = JSON.stringify([results.map(({ path, grade }) => [path, grade]), sources]);
    if (key === this.#key || results.length === 0) return;
    this.#key = key;
    const chosen = results.some(({ path }) => path === wanted) ? wanted : results[results.length - 1]!.path;
    setChoices(this.#result, results.map(({ path, grade }) => [path, `${path} (${grade ?? "no verdict"})`]), chosen);
    setChoices(this.#source, [["", "the robot's own file"], ...sources.map((path): Choice => [path, path])], this.#source.value);
    this.#change();
  }

  #choose(): void {
    history.replaceState(null, "", `#/export/${encodeURIComponent(this.#result.value)}`);
    this.#change();
  }

  #change(): void {
    void this.#command.show(this.#request()).then((isPossible) => (this.#start.disabled = !isPossible));
  }

  #request(): CommandRequest {
    const { robots, logs, motions, other, experiments, scenes } = store.project.files;
    const taken = [...robots, ...logs.map(({ path }) => path), ...motions, ...other, ...experiments, ...scenes];
    const [result, to, source] = [this.#result.value, this.#format.value, this.#source.value];
    const wanted: Record<string, OptionValue> = { result, to, out: freeName(`${stem(result)}_identified`, ENDINGS[to] ?? ".txt", taken) };
    if (source) wanted["source"] = source;
    return { verb: "export", arguments: wanted };
  }

  async #run(): Promise<void> {
    this.#start.disabled = true;
    try {
      this.#show(await store.run(this.#request(), (job) => this.#job.show(job)));
      await store.refresh();
    } catch (error) {
      store.fail(error);
    }
    this.#change();
  }

  #show(job: Job): void {
    const file = job.outputs[0];
    const isDone = job.state === "done";
    fill(
      this.#done,
      isDone && file && h("p", {}, "Written: ", h("a", { href: api.downloadAddress(file), download: true }, file)),
      job.messages && h("h3", {}, "What this format cannot hold, and warnings"),
      job.messages && h("pre", { class: "code wide", tabindex: 0 }, job.messages),
      isDone && !job.messages && h("p", {}, "The format holds everything that was identified."),
    );
  }
}

/** Fills a list anew. */
function setChoices(list: HTMLSelectElement, choices: readonly Choice[], chosen: string): void {
  list.replaceChildren(...choices.map(([value, text]) => h("option", { value }, text)));
  list.value = choices.some(([value]) => value === chosen) ? chosen : (choices[0]?.[0] ?? "");
}
