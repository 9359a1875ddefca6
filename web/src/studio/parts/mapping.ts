// How a log is read: meaning of the efforts, units, signs, columns. Menus where there is a choice; the fields stay where
// they are while the choices change, so that keys go on where they were.

import { api, type ChosenLog, type OptionValue, type Options, Refusal } from "../api.ts";
import { type Choice, fill, h, labelled, select } from "../dom.ts";
import { store } from "../store.ts";
import { ask, type LogDocument } from "./ask.ts";
import { inspectRequest, setLogOptions } from "./requests.ts";

const UNITS: readonly (readonly [name: string, label: string, choices: readonly Choice[]])[] = [
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
const QUANTITIES = [
  ["t", "Time is taken from"],
  ["q", "Positions are taken from"],
  ["qd", "Velocities are taken from"],
  ["tau", "Torques are taken from"],
  ["i", "Currents are taken from"],
] as const;

/** Entries of the column map among options. */
function entriesOf(options: Options): readonly string[] {
  const given = options["map"];
  return Array.isArray(given) ? (given as readonly string[]) : given === undefined ? [] : [String(given)];
}

function textOf(options: Options, name: string): string {
  const value = options[name];
  return value === undefined ? "" : value === true ? "all" : String(value);
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

/** Fields for the options of a log. */
export class MappingEditor {
  readonly element: HTMLElement;
  readonly #state = h("div", { role: "status" }, h("p", { class: "soft" }, "Reading the columns."));
  readonly #menus = h("div", { class: "fields" });
  /** Sets every field to the options. */
  #setters: ((options: Options) => void)[] = [];
  #checked = "";

  constructor(readonly path: string) {
    const all = h("button", { type: "button", onclick: () => this.#forAll() }, "Read all logs like this one");
    this.element = h(
      "details",
      { class: "mapping" },
      h("summary", {}, `How ${path} is read`),
      h("div", { class: "fields" }, ...UNITS.map((unit) => this.#unit(unit)), ...TEXTS.map((text) => this.#text(text)), this.#text(["negate", "Joints whose efforts have the opposite sign", "Names or numbers with commas, or: all"])),
      h("h3", {}, "Columns"),
      this.#state,
      this.#menus,
      all,
    );
    // The check reads the whole log: only where somebody looks.
    this.element.addEventListener("toggle", () => this.#check());
    void this.#showMenus();
  }

  /** Takes the options as they are now. */
  update(log: ChosenLog): void {
    const options = log.options ?? {};
    if (Object.keys(options).length > 0) this.element.toggleAttribute("open", true);
    this.#setters.forEach((set) => set(options));
    this.#check();
  }

  #put(name: string, value: OptionValue | null): void {
    setLogOptions(this.path, ({ [name]: _, ...others }) => (value === null || value === "" || value === false ? others : { ...others, [name]: value }));
  }

  #forAll(): void {
    const options = this.#log()?.options ?? {};
    void store.edit((choices) => ({ ...choices, log: (choices.log ?? []).map((log) => ({ ...log, options })) }));
  }

  #log(): ChosenLog | undefined {
    return store.choices.log?.find((log) => log.path === this.path);
  }

  #unit([name, label, choices]: (typeof UNITS)[number]): HTMLElement {
    const field = select(choices, "", (value) => this.#put(name, value));
    this.#setters.push((options) => (field.value = textOf(options, name)));
    return labelled(label, field);
  }

  #text([name, label, help]: (typeof TEXTS)[number]): HTMLElement {
    const field = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
    field.addEventListener("change", () => this.#put(name, name === "negate" && field.value.trim() === "all" ? true : field.value.trim()));
    this.#setters.push((options) => field !== document.activeElement && (field.value = textOf(options, name)));
    return labelled(label, field, help);
  }

  /** Menus of the columns of a table; what a bag has is chosen by its topic. */
  async #showMenus(): Promise<void> {
    const columns = await api.columns(this.path).catch(() => []);
    const free = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
    free.addEventListener("change", () => this.#put("map", free.value.trim() ? free.value.trim().split(/\s+/) : null));
    this.#setters.push((options) => free !== document.activeElement && (free.value = entriesOf(options).join(" ")));
    const menus = columns.length > 0 ? QUANTITIES.map((quantity) => this.#menu(quantity, columns)) : [];
    fill(this.#menus, ...menus, labelled("All entries of the map", free, "As after --map, such as tau=tau_J q=2..7; with spaces between"));
    this.#setters.forEach((set) => set(this.#log()?.options ?? {}));
  }

  #menu([key, label]: (typeof QUANTITIES)[number], columns: readonly string[]): HTMLElement {
    const listed = key === "t" ? columns : groups(columns);
    const choices: Choice[] = [["", "as the log says"], ...listed.map((name): Choice => [name, name])];
    const others = (options: Options): string[] => entriesOf(options).filter((entry) => !entry.startsWith(`${key}=`));
    const field = select(choices, "", (value) =>
      setLogOptions(this.path, (options) => {
        const map = value ? [...others(options), `${key}=${value}`] : others(options);
        const { map: _, ...rest } = options;
        return map.length > 0 ? { ...rest, map } : rest;
      }),
    );
    this.#setters.push((options) => {
      const mine = entriesOf(options).find((entry) => entry.startsWith(`${key}=`))?.slice(key.length + 1) ?? "";
      // An entry that was written by hand need not be on the list.
      if (mine && ![...field.options].some(({ value }) => value === mine)) field.append(h("option", { value: mine }, mine));
      field.value = mine;
    });
    return labelled(label, field);
  }

  /** What the log is read by, and what it lacks. */
  #check(): void {
    const log = this.#log();
    const key = JSON.stringify([log?.options, store.choices.robot, store.choices.robot_options]);
    if (!this.element.hasAttribute("open") || !log || key === this.#checked) return;
    this.#checked = key;
    void this.#showState(log, key);
  }

  async #showState(log: ChosenLog, key: string): Promise<void> {
    try {
      const { job, document } = await ask<LogDocument>(inspectRequest(log));
      if (key !== this.#checked) return;
      const { error } = job;
      const unused = document && document.unused_columns.length > 0 ? `Not used: ${document.unused_columns.join(", ")}.` : "Every column is used.";
      fill(
        this.#state,
        document && h("p", {}, `Read by ${document.map.join(" ") || "the names of its columns"}. ${unused}`),
        error && h("p", { class: "problem" }, `${error.code ?? ""}: ${error.message}`),
      );
    } catch (error) {
      fill(this.#state, h("p", { class: "problem" }, error instanceof Refusal ? error.message : String(error)));
    }
  }
}

/** Whether an option is about the reading of a log. */
export function isLogOption(name: string): boolean {
  const verb = store.vocabulary.verbs.find((one) => one.name === "inspect");
  return verb?.arguments.some((argument) => argument.name === name && !["files", "robot", "gravity", "payload", "lock"].includes(name)) ?? false;
}
