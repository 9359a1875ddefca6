// The identified robot in the files of other programs, with what a format cannot hold.

import { type CommandRequest, type OptionValue, type Project, api } from "../api.ts";
import { fill, h, labelled, select } from "../dom.ts";
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

export const exportStep: Step = {
  name: "export",
  title: "Export",
  purpose: "Write the identified robot for other programs; what a format cannot hold is listed.",
  status: (project: Project) => (project.files.results.some(({ kind }) => WITH_ROBOT.has(kind)) ? "ready" : "no result"),
  show(main) {
    const parts = h("div", {});
    main.append(parts);
    let key = "";
    const follow = (): void => {
      const now = JSON.stringify(store.project.files.results.map(({ path }) => path));
      if (now === key) return;
      key = now;
      show(parts);
    };
    follow();
    return store.on("project", follow);
  },
};

function show(element: HTMLElement): void {
  const { files } = store.project;
  const results = files.results.filter(({ kind }) => WITH_ROBOT.has(kind));
  if (results.length === 0) return fill(element, h("p", {}, "There is no result with a robot yet. ", h("a", { href: "#/fit" }, "Start a fit")));
  const verb = store.vocabulary.verbs.find((one) => one.name === "export")!;
  const formats = verb.arguments.find((argument) => argument.name === "to")?.choices ?? [];
  let [result, format, source] = [results[results.length - 1]!.path, "urdf", ""];
  const command = new CommandBox();
  const view = new JobView();
  const done = h("div", {});
  const start = h("button", { type: "button", class: "main", onclick: () => void run() }, "Write the file");
  const request = (): CommandRequest => {
    const { robots, logs, motions, other, experiments, scenes } = store.project.files;
    const taken = [...robots, ...logs.map(({ path }) => path), ...motions, ...other, ...experiments, ...scenes];
    const wanted: Record<string, OptionValue> = { result, to: format, out: freeName(`${stem(result)}_identified`, ENDINGS[format] ?? ".txt", taken) };
    if (source) wanted["source"] = source;
    return { verb: "export", arguments: wanted };
  };
  const change = (): void => void command.show(request()).then((isPossible) => (start.disabled = !isPossible));
  const run = async (): Promise<void> => {
    start.disabled = true;
    try {
      const job = await store.run(request(), (job) => view.show(job));
      await store.refresh();
      const file = job.outputs[0];
      fill(
        done,
        job.state === "done" && file && h("p", {}, "Written: ", h("a", { href: api.downloadAddress(file), download: true }, file)),
        job.messages && h("h3", {}, "What this format cannot hold, and doubts"),
        job.messages && h("pre", { class: "code wide", tabindex: 0 }, job.messages),
        job.state === "done" && !job.messages && h("p", {}, "The format holds everything that was identified."),
      );
    } catch (error) {
      store.fail(error);
    }
    change();
  };
  const sources = [["", "the robot's own file"], ...[...files.robots, ...files.other].map((path) => [path, path])] as [string, string][];
  fill(
    element,
    h(
      "div",
      { class: "fields" },
      labelled("Result", select(results.map(({ path, grade }) => [path, `${path} (${grade ?? "no verdict"})`] as const), result, (chosen) => ((result = chosen), change()))),
      labelled("Format", select(formats.map((one) => [one, WORDS[one] ?? one] as const), format, (chosen) => ((format = chosen), change()))),
      labelled("File to patch", select(sources, source, (chosen) => ((source = chosen), change())), "Comments and order of that file stay"),
    ),
    command.element,
    start,
    view.element,
    done,
  );
  change();
}
