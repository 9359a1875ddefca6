// How a log is read: meaning of the efforts, units, signs, columns. Menus where there is a choice.

import { type ChosenLog, type OptionValue, Refusal } from "../api.ts";
import { fill, h, labelled, select } from "../dom.ts";
import { store } from "../store.ts";
import { ask, type LogDocument } from "./ask.ts";
import { inspectRequest, setLogOptions } from "./requests.ts";

const UNITS: readonly (readonly [name: string, label: string, choices: readonly (readonly [string, string])[]])[] = [
  ["effort", "Efforts are", [["", "as the log says"], ["torque", "joint torques, N m"], ["current", "motor currents, A"]]],
  ["time_unit", "Time stamps are in", [["", "as the log says"], ["s", "s"], ["ms", "ms"], ["us", "µs"], ["ns", "ns"]]],
  ["angle_unit", "Positions are in", [["", "as the log says"], ["rad", "rad"], ["deg", "degrees"]]],
  ["velocity_unit", "Velocities are in", [["", "as the log says"], ["rad/s", "rad/s"], ["deg/s", "degrees/s"], ["rpm", "turns per minute"]]],
];

const TEXTS: readonly (readonly [name: string, label: string, help: string])[] = [
  ["gains", "Torque constants, N m/A", "One per joint, with commas; those of the robot if empty"],
  ["effort_delay_s", "Delay of the efforts, s", "Taken out; negative where they are ahead"],
  ["rate_hz", "Sample rate, Hz", "For a log without time stamps"],
  ["topic", "Topic of a bag", "Where several could be meant"],
];

/** Quantities that columns are mapped to. */
const QUANTITIES = [["t", "Time"], ["q", "Positions"], ["qd", "Velocities"], ["tau", "Torques"], ["i", "Currents"]] as const;

function put(log: ChosenLog, name: string, value: OptionValue | null): void {
  setLogOptions(log.path, ({ [name]: _, ...others }) => (value === null || value === "" || value === false ? others : { ...others, [name]: value }));
}

/** Fields for the options of a log. */
export function mappingEditor(log: ChosenLog): HTMLElement {
  const options = log.options ?? {};
  const text = (name: string): string => (options[name] === undefined ? "" : String(options[name]));
  const unit = ([name, label, choices]: (typeof UNITS)[number]): HTMLElement => labelled(label, select(choices, text(name), (value) => put(log, name, value)));
  const field = ([name, label, help]: (typeof TEXTS)[number]): HTMLElement => {
    const input = h("input", { type: "text", value: text(name), autocomplete: "off" });
    input.addEventListener("change", () => put(log, name, input.value.trim()));
    return labelled(label, input, help);
  };
  const negate = h("input", { type: "text", value: options["negate"] === true ? "all" : text("negate"), autocomplete: "off" });
  negate.addEventListener("change", () => put(log, "negate", negate.value.trim() === "all" ? true : negate.value.trim()));
  const columns = h("div", {}, h("p", { class: "soft" }, "Reading the columns."));
  const isOpen = Object.keys(options).length > 0;
  const editor = h(
    "details",
    { open: isOpen, class: "mapping" },
    h("summary", {}, `How ${log.path} is read`),
    h("div", { class: "fields" }, ...UNITS.map(unit), ...TEXTS.map(field), labelled("Joints whose efforts have the opposite sign", negate, "Names or numbers with commas, or: all")),
    h("h3", {}, "Columns"),
    columns,
  );
  // The check reads the whole log: only where somebody looks.
  let isAsked = false;
  const showOnce = (): void => {
    if (!editor.open || isAsked) return;
    isAsked = true;
    void showColumns(columns, log);
  };
  editor.addEventListener("toggle", showOnce);
  showOnce();
  return editor;
}

async function showColumns(element: HTMLElement, log: ChosenLog): Promise<void> {
  try {
    const { job, document } = await ask<LogDocument>(inspectRequest(log));
    const message = job.error?.message ?? "";
    fill(
      element,
      document && h("p", {}, `Read by ${document.map.join(" ") || "the names of its columns"}. ${document.unused_columns.length > 0 ? `Not used: ${document.unused_columns.join(", ")}.` : "Every column is used."}`),
      message && h("p", { class: "problem" }, `${job.error?.code ?? ""}: ${message}`),
      menus(log, document ? document.unused_columns : columnsIn(message)),
    );
  } catch (error) {
    fill(element, h("p", { class: "problem" }, error instanceof Refusal ? error.message : String(error)));
  }
}

/** Names of columns in the message about those that are missing. */
function columnsIn(message: string): string[] {
  const list = /the log has (.*?)\. Map it/s.exec(message)?.[1] ?? "";
  return list.split(/,\s*|\s+and\s+/).map((name) => name.replace(/^"|"$/g, "").trim()).filter((name) => name !== "");
}

/** Columns that differ in a number alone stand for all joints: `tau_J[0]`, `tau_J[1]`, ... */
export function groups(columns: readonly string[]): string[] {
  const stems = new Map<string, string[]>();
  for (const column of columns) {
    const stem = column.replace(/[[_.]?\d+\]?$/, "");
    stems.set(stem, [...(stems.get(stem) ?? []), column]);
  }
  return [...stems].flatMap(([stem, members]) => (members.length > 1 && stem ? [`${members[0]!}..${members[members.length - 1]!}`] : members));
}

function menus(log: ChosenLog, columns: readonly string[]): HTMLElement {
  const given = log.options?.["map"];
  const entries = Array.isArray(given) ? (given as readonly string[]) : given === undefined ? [] : [String(given)];
  const current = (key: string): string => entries.find((entry) => entry.startsWith(`${key}=`))?.slice(key.length + 1) ?? "";
  const change = (key: string, value: string): void => {
    const others = entries.filter((entry) => !entry.startsWith(`${key}=`));
    const map = value ? [...others, `${key}=${value}`] : others;
    put(log, "map", map.length > 0 ? map : null);
  };
  const menu = ([key, label]: (typeof QUANTITIES)[number]): HTMLElement => {
    const mine = current(key);
    const choices = [...new Set([...(mine ? [mine] : []), ...(key === "t" ? columns : groups(columns))])];
    return labelled(`${label} are taken from`.replace("Time are", "Time is"), select([["", "as the log says"], ...choices.map((name) => [name, name] as const)], mine, (value) => change(key, value)));
  };
  const free = h("input", { type: "text", value: entries.join(" "), autocomplete: "off", spellcheck: "false" });
  free.addEventListener("change", () => put(log, "map", free.value.trim() ? free.value.trim().split(/\s+/) : null));
  return h("div", { class: "fields" }, ...QUANTITIES.map(menu), labelled("All entries of the map", free, "As after --map, such as tau=tau_J q=2..7; with spaces between"));
}

/** Whether an option is about the reading of a log. */
export function isLogOption(name: string): boolean {
  const verb = store.vocabulary.verbs.find((one) => one.name === "inspect");
  return verb?.arguments.some((argument) => argument.name === name && !["files", "robot", "gravity", "payload", "lock"].includes(name)) ?? false;
}
