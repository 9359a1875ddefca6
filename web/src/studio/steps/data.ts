// The logs: which, for what, how they are read; signals over time; the share that is kept for validation.

import type { Band } from "../../views/time_plot.ts";
import type { ChosenLog, Project } from "../api.ts";
import { fill, h, labelled, select } from "../dom.ts";
import { CommandBox } from "../parts/command_box.ts";
import { fileDrop } from "../parts/files.ts";
import { LogView } from "../parts/log_view.ts";
import { MappingEditor } from "../parts/mapping.ts";
import { size } from "../parts/numbers.ts";
import { inspectRequest, logsFor } from "../parts/requests.ts";
import { store } from "../store.ts";
import type { Step } from "./step.ts";

/** Share that is kept where nothing else is said. */
const HOLD_OUT = 0.3;
const LOG = /\.(csv|tsv|txt|dat|parquet|mcap|bag|db3|npz|mat)(\.gz)?$/i;

export const dataStep: Step = {
  name: "data",
  title: "Data",
  purpose: "Choose the logs: one or more to fit, and others to validate on.",
  status: (project: Project) => {
    const logs = project.choices.log ?? [];
    const count = (use: string): number => logs.filter((log) => log.use === use).length;
    return logs.length === 0 ? "no log" : `${count("fit")} to fit, ${count("validation")} to validate`;
  },
  show(main, detail) {
    let current = detail;
    const list = h("div", {});
    const editor = h("div", {});
    const split = h("div", {});
    const command = new CommandBox();
    const view = new LogView(() => showSplit());
    const undo = undoButton();
    let mapping: MappingEditor | null = null;
    main.append(
      fileDrop("logs or bags (CSV, Parquet, MCAP, rosbag2, ROS 1 bags, NumPy, MATLAB)", "", (paths, isNamed) => add(isNamed ? paths : paths.filter((path) => LOG.test(path)))),
      list,
      h("div", { class: "row" }, undo.element),
      editor,
      split,
      view.element,
      h("h2", {}, "The same from a terminal"),
      command.element,
    );
    let [shown, shownList] = ["", ""];
    const follow = (): void => {
      const logs = store.choices.log ?? [];
      const log = logs.find((one) => one.path === current) ?? logs[0];
      current = log?.path ?? "";
      if (detail || current !== logs[0]?.path) history.replaceState(null, "", addressOf(current));
      const listed = JSON.stringify([logs.map(({ path, use }) => [path, use]), current, store.project.files.logs]);
      if (listed !== shownList) fill(list, logList(logs, current, (path) => ((current = path), follow())));
      shownList = listed;
      const key = JSON.stringify([log?.path, log?.options, store.choices.robot, store.choices.robot_options]);
      if (key === shown) return showSplit();
      shown = key;
      if (mapping?.path !== log?.path) {
        mapping = log ? new MappingEditor(log.path) : null;
        fill(editor, mapping?.element);
      }
      if (!log) return;
      mapping?.update(log);
      void command.show(inspectRequest(log));
      void view.show(log.path);
    };
    const showSplit = (): void => {
      const log = logsFor("fit").find((one) => one.path === current);
      const isSplit = log && logsFor("validation").length === 0;
      if (!isSplit) view.mark([]);
      if (!isSplit || !view.source) return split.replaceChildren();
      if (split.childElementCount === 0) split.append(splitter(view));
      view.mark(kept(view, store.choices.hold_out ?? HOLD_OUT));
    };
    follow();
    const offs = [store.on("project", follow), undo.off];
    return () => (offs.forEach((off) => off()), view.destroy());
  },
};

/** Takes logs into use: the first one to fit, those whose names say so to validate. */
export function add(paths: readonly string[]): void {
  const use = (path: string): ChosenLog["use"] => (/valid/i.test(path) ? "validation" : "fit");
  void store.edit((choices) => {
    const logs = choices.log ?? [];
    const fresh = paths.filter((path) => !logs.some((log) => log.path === path));
    return { ...choices, log: [...logs, ...fresh.map((path) => ({ path, use: use(path) }))] };
  });
}

/** Address of the step with a log. */
function addressOf(path: string): string {
  return path ? `#/data/${encodeURIComponent(path)}` : "#/data";
}

function undoButton(): { element: HTMLElement; off: () => void } {
  const element = h("button", { type: "button", onclick: () => void store.undo() }, "Undo the last choice");
  const follow = (): void => void element.toggleAttribute("disabled", !store.canUndo);
  const off = store.on("project", follow);
  follow();
  return { element, off };
}

function logList(logs: readonly ChosenLog[], current: string, show: (path: string) => void): HTMLElement {
  const { files } = store.project;
  const others = files.logs.filter(({ path }) => !logs.some((log) => log.path === path) && !files.motions.includes(path));
  const uses = [["fit", "to fit"], ["validation", "to validate"], ["none", "not used"]] as const;
  const change = (path: string, use: string): void =>
    void store.edit((choices) => ({ ...choices, log: (choices.log ?? []).map((log) => (log.path === path ? { ...log, use: use as ChosenLog["use"] } : log)) }));
  const remove = (path: string): void => void store.edit((choices) => ({ ...choices, log: (choices.log ?? []).filter((log) => log.path !== path) }));
  const row = (log: ChosenLog): HTMLElement => {
    const use = select(uses, log.use, (value) => change(log.path, value));
    use.setAttribute("aria-label", `Use of ${log.path}`);
    return h(
      "li",
      { class: log.path === current ? "current" : null },
      h("button", { type: "button", class: "plain", "aria-pressed": log.path === current, onclick: () => show(log.path) }, log.path),
      use,
      h("button", { type: "button", "aria-label": `Leave out ${log.path}`, onclick: () => remove(log.path) }, "Leave out"),
    );
  };
  const more = h("ul", { class: "logs" }, ...others.map(({ path, bytes }) => h("li", {}, h("span", {}, `${path} ${size(bytes)}`), h("button", { type: "button", "aria-label": `Use ${path}`, onclick: () => add([path]) }, "Use"))));
  return h(
    "div",
    {},
    h("h2", {}, "Logs"),
    logs.length > 0 ? h("ul", { class: "logs" }, ...logs.map(row)) : h("p", { class: "soft" }, "No log is in use yet."),
    others.length > 0 && h("details", { open: logs.length === 0 }, h("summary", {}, `${others.length} more in the folder`), more),
  );
}

/** Band of the time that is kept for validation. */
function kept(view: LogView, share: number): Band[] {
  const [from, to] = view.source!.span;
  return [{ from: to - share * (to - from), to, colour: "nominal" }];
}

function splitter(view: LogView): HTMLElement {
  const words = h("output", {});
  const range = h("input", { type: "range", min: 0.1, max: 1, step: 0.01, class: "split" });
  // The handle stands at the time at which validation begins.
  range.value = String(1 - (store.choices.hold_out ?? HOLD_OUT));
  const share = (): number => Math.round(100 * (1 - Number(range.value))) / 100;
  const show = (): void => {
    words.textContent = `The first ${Math.round(100 - 100 * share())} % are fitted, the last ${Math.round(100 * share())} % are kept for validation.`;
    range.setAttribute("aria-valuetext", words.textContent);
    view.mark(kept(view, share()));
  };
  range.addEventListener("input", show);
  range.addEventListener("change", () => void store.edit((choices) => ({ ...choices, hold_out: share() })));
  queueMicrotask(show);
  return h("div", { class: "splitter" }, labelled("Where validation begins", range), words);
}
