// The robot: choice, picture, tree, limits, inertias, doubts, base parameters.

import type { RobotScene } from "../../views/scene.ts";
import type { SceneData } from "../../views/scene_data.ts";
import { api, type CommandRequest, type OptionValue, type Project } from "../api.ts";
import { fill, h, labelled, select, table } from "../dom.ts";
import { ask, type BaseDocument, type RobotDocument } from "../parts/ask.ts";
import { CommandBox } from "../parts/command_box.ts";
import { fileDrop } from "../parts/files.ts";
import { findingView, jobTrouble } from "../parts/job_view.ts";
import { digits } from "../parts/numbers.ts";
import { ScenePanel } from "../parts/scene_panel.ts";
import { store } from "../store.ts";
import type { Step } from "./step.ts";

/** Options about the robot that every verb with a robot takes. */
export const ROBOT_OPTIONS: Readonly<Record<string, string>> = {
  gravity: "Gravity in the base frame, m/s²: X,Y,Z",
  payload: "Body fixed to a frame: FRAME:M,CX,CY,CZ",
  lock: "Joint that the logs do not have, fixed: JOINT=POSITION",
};

export const robotStep: Step = {
  name: "robot",
  title: "Robot",
  purpose: "Choose the robot: a built-in one, or its URDF, MJCF or robot.toml.",
  status: (project: Project) => project.choices.robot ?? "not chosen",
  show(main) {
    const choice = h("div", {});
    const shown = h("div", {});
    const panel = new ScenePanel("Robot in 3D", "");
    main.append(choice, shown);
    let drawn = "";
    const follow = (): void => {
      showChoice(choice);
      const key = JSON.stringify([store.choices.robot, store.choices.robot_options]);
      if (key !== drawn) showRobot(shown, panel);
      drawn = key;
    };
    follow();
    const off = store.on("project", follow);
    return () => (off(), panel.clear());
  },
};

function choose(robot: string): void {
  void store.edit((choices) => ({ ...choices, robot }));
}

/** Keeps what is being typed: the choice is drawn anew only where it differs. */
function showChoice(element: HTMLElement): void {
  const { files, choices } = store.project;
  const known = JSON.stringify([files.robots, choices.robot, choices.robot_options]);
  if (element.dataset["of"] === known) return;
  element.dataset["of"] = known;
  const listed = [...store.vocabulary.robots.map(({ name, about }) => [name, `${name}: ${about}`] as const), ...files.robots.map((path) => [path, path] as const)];
  const current = choices.robot ?? "";
  const chosen = listed.some(([value]) => value === current) ? [] : [[current, current || "choose a robot"] as const];
  const option = (name: string): HTMLElement => {
    const value = choices.robot_options?.[name];
    const field = h("input", { type: "text", value: value === undefined ? "" : String(value), autocomplete: "off" });
    field.addEventListener("change", () => setOption(name, field.value.trim()));
    return labelled(ROBOT_OPTIONS[name]!, field);
  };
  fill(
    element,
    labelled("Robot", select([...chosen, ...listed], current, choose)),
    fileDrop("a robot, with its meshes if it has some", "", (paths) => {
      const robot = paths.find((path) => /\.(urdf|xml|mjcf|toml)$/i.test(path));
      if (robot) choose(robot);
    }),
    h("details", { open: Object.keys(choices.robot_options ?? {}).length > 0 }, h("summary", {}, "Mounting, load, locked joints"), ...Object.keys(ROBOT_OPTIONS).map(option)),
  );
}

function setOption(name: string, text: string): void {
  void store.edit((choices) => {
    const { [name]: _, ...others } = choices.robot_options ?? {};
    const robot_options: Record<string, OptionValue> = text ? { ...others, [name]: text } : others;
    return { ...choices, robot_options };
  });
}

/** Request about the chosen robot. */
export function aboutRobot(verb: "inspect" | "base"): CommandRequest | null {
  const { robot, robot_options = {} } = store.choices;
  if (!robot) return null;
  return { verb, arguments: { [verb === "inspect" ? "files" : "robot"]: robot, ...robot_options } };
}

function showRobot(element: HTMLElement, panel: ScenePanel): void {
  const [inspect, base] = [aboutRobot("inspect"), aboutRobot("base")];
  if (!inspect || !base) return fill(element, h("p", { class: "soft" }, "No robot is chosen yet."));
  const picture = h("div", { class: "picture" }, panel.element);
  const about = h("div", {}, h("p", { class: "soft" }, "Reading the robot."));
  const parameters = h("div", {}, h("p", { class: "soft" }, "Finding the base parameters."));
  const command = new CommandBox();
  fill(element, h("div", { class: "pair" }, picture, about), h("h2", {}, "What joint torques reveal"), parameters, h("h2", {}, "The same from a terminal"), command.element);
  void command.show(inspect);
  const scene = showScene(panel, picture);
  void showInspection(about, inspect);
  void showBase(parameters, base, scene);
}

/** The chosen robot in 3D; what failed is said in its place. */
async function showScene(panel: ScenePanel, picture: HTMLElement): Promise<RobotScene | null> {
  try {
    const data = (await api.scene(store.choices.robot!)) as SceneData;
    return picture.isConnected ? panel.show(data) : null;
  } catch (error) {
    fill(picture, h("p", { class: "soft" }, `The robot cannot be drawn: ${(error as Error).message}`));
    return null;
  }
}

async function showInspection(element: HTMLElement, request: CommandRequest): Promise<void> {
  try {
    const { job, document } = await ask<RobotDocument>(request);
    if (!document) return fill(element, jobTrouble(job));
    const span = ({ lower, upper }: { lower: number | null; upper: number | null }): string => `${digits(lower, 3)} to ${digits(upper, 3)}`;
    fill(
      element,
      h("p", {}, h("b", {}, document.verdict)),
      h("p", {}, `${digits(document.total_mass_kg)} kg on ${document.joints.length} joints, reach ${digits(document.reach_m, 3)} m. ${document.origin}`),
      h("h2", {}, "Joints"),
      table("Joints and their limits", ["", "joint", "turns", "on", "position, rad or m", "speed", "torque"], document.joints.map(({ number, name, link, parent, limits }) => [number, name, link, parent, span(limits), digits(limits.velocity, 3), digits(limits.effort, 3)]), [0, 5, 6]),
      h("h2", {}, "Links"),
      table("Links and their inertia", ["", "link", "mass, kg", "centre of mass, m", "Ixx, Iyy, Izz, kg m²"], document.links.map(({ number, name, mass_kg, com_in_link_m, inertia_about_com_kg_m2: i }) => [number, name, digits(mass_kg), com_in_link_m?.map((x) => digits(x, 3)).join(", ") ?? "–", i ? [i[0], i[3], i[5]].map((x) => digits(x, 3)).join(", ") : "–"]), [0, 2]),
      document.warnings.length > 0 && h("h2", {}, "Doubts about the description"),
      document.warnings.length > 0 && h("ul", { class: "findings" }, ...document.warnings.map((finding) => findingView(finding))),
    );
  } catch (error) {
    fill(element, h("p", { class: "trouble" }, (error as Error).message));
  }
}

async function showBase(element: HTMLElement, request: CommandRequest, drawn: Promise<RobotScene | null>): Promise<void> {
  try {
    const { job, document } = await ask<BaseDocument>(request);
    if (!document) return fill(element, jobTrouble(job));
    const { counts, notes } = document;
    const scene = await drawn;
    const links = new Map(document.standard_parameters.map(({ name, number }) => [name, number - 1]));
    const buttons: HTMLElement[] = [];
    const mark = (button: HTMLElement, terms: readonly { parameter: string }[]): void => {
      const isOn = button.getAttribute("aria-pressed") === "true";
      buttons.forEach((one) => one.setAttribute("aria-pressed", "false"));
      button.setAttribute("aria-pressed", String(!isOn));
      scene?.highlight(isOn ? [] : [...new Set(terms.map(({ parameter }) => links.get(parameter) ?? 0))]);
    };
    const row = ({ number, expression, terms }: BaseDocument["base_parameters"][number]): (Node | number)[] => {
      const button: HTMLButtonElement = h("button", { type: "button", class: "expression", "aria-pressed": "false" }, expression);
      button.addEventListener("click", () => mark(button, terms));
      buttons.push(button);
      return [number, button];
    };
    fill(
      element,
      h("p", {}, `${counts.base} base parameters of ${counts.standard} standard ones: ${counts.alone} stand alone, ${counts.combination} only in combinations, ${counts.never} never act on a joint torque. A click marks the links of a combination.`),
      table("Base parameters", ["", "combination"], document.base_parameters.map(row), [0]),
      notes.length > 0 && h("ul", {}, ...notes.map((note) => h("li", {}, note))),
    );
  } catch (error) {
    fill(element, h("p", { class: "trouble" }, (error as Error).message));
  }
}
