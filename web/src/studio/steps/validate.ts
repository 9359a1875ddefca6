// Proof on other logs, and several results side by side.

import type { CommandRequest, Project, ResultSummary } from "../api.ts";
import { fill, h, labelled, select, table } from "../dom.ts";
import { ask } from "../parts/ask.ts";
import { CommandBox } from "../parts/command_box.ts";
import { JobView, jobTrouble } from "../parts/job_view.ts";
import { digits } from "../parts/numbers.ts";
import { known, logsFor, sharedOptions } from "../parts/requests.ts";
import { showResult } from "../parts/result_view.ts";
import { store } from "../store.ts";
import type { Step } from "./step.ts";

interface ValidationDocument {
  readonly verdict: { readonly grade: string; readonly reason: string };
  readonly identified: { readonly joints: readonly { readonly rms_nm: number; readonly r_squared: number }[]; readonly relative_percent: number | null };
  readonly nominal: { readonly joints: readonly { readonly rms_nm: number; readonly r_squared: number }[]; readonly relative_percent: number | null };
}

interface CompareDocument {
  readonly parameters: readonly { readonly name: string; readonly mean: number; readonly spread: number; readonly mean_sigma: number; readonly repeats: boolean }[];
}

export const validateStep: Step = {
  name: "validate",
  title: "Validate",
  purpose: "Look at results, prove them on other logs, and compare several of them.",
  status: (project: Project) => `${project.files.results.length} results`,
  show(main, detail) {
    const parts = h("div", {});
    main.append(parts);
    let key = "";
    const follow = (): void => {
      const { results } = store.project.files;
      const now = JSON.stringify([results, store.choices.log]);
      if (now === key) return;
      key = now;
      show(parts, results, detail);
    };
    follow();
    return store.on("project", follow);
  },
};

function show(element: HTMLElement, results: readonly ResultSummary[], detail: string): void {
  if (results.length === 0) return fill(element, h("p", {}, "There is no result yet. ", h("a", { href: "#/fit" }, "Start a fit")));
  const chosen = results.find(({ path }) => path === detail) ?? results[results.length - 1]!;
  const view = h("div", {}, h("p", { class: "soft" }, "Reading the result."));
  const proof = h("div", {});
  const link = ({ path, kind, grade, robot }: ResultSummary): (Node | string)[] => [h("a", { href: `#/validate/${encodeURIComponent(path)}` }, path), kind, robot ?? "", h("span", { class: `verdict small ${grade ?? ""}` }, grade ?? "–")];
  fill(
    element,
    table("Results of the project", ["result", "method", "robot", "verdict"], results.map(link)),
    h("h2", {}, chosen.path),
    view,
    chosen.kind === "identify" && h("h2", {}, "On other logs"),
    chosen.kind === "identify" && proof,
    h("h2", {}, "Side by side"),
    comparison(results, chosen.kind),
  );
  void showResult(view, chosen.path, chosen.has_report);
  if (chosen.kind === "identify") showProof(proof, chosen);
}

function showProof(element: HTMLElement, result: ResultSummary): void {
  const logs = (store.choices.log ?? []).filter(({ use }) => use !== "none");
  if (logs.length === 0) return fill(element, h("p", {}, "No log is in use. ", h("a", { href: "#/data" }, "Choose logs")));
  const first = logsFor("validation")[0] ?? logs[0]!;
  const command = new CommandBox();
  const view = new JobView();
  const table = h("div", {});
  let path = first.path;
  const request = (): CommandRequest => {
    const log = logs.find((one) => one.path === path)!;
    return { verb: "validate", arguments: { result: result.path, logs: path, ...known("validate", sharedOptions([log]).options) } };
  };
  const start = h("button", { type: "button", class: "main", onclick: () => void run() }, "Validate");
  const run = async (): Promise<void> => {
    start.disabled = true;
    try {
      const { job, document } = await ask<ValidationDocument>(request(), (job) => view.show(job));
      fill(table, document ? errors(document) : jobTrouble(job));
    } catch (error) {
      store.fail(error);
    }
    start.disabled = false;
  };
  const choice = select(logs.map((log) => [log.path, log.path] as const), path, (chosen) => ((path = chosen), void command.show(request())));
  fill(element, labelled("Log", choice), command.element, start, view.element, table);
  void command.show(request());
}

function errors(document: ValidationDocument): HTMLElement {
  const { verdict, identified, nominal } = document;
  const rows = identified.joints.map((after, k) => [k + 1, digits(nominal.joints[k]?.rms_nm), digits(after.rms_nm), digits(after.r_squared, 4)]);
  return h(
    "div",
    {},
    h("p", { class: `verdict ${verdict.grade}` }, `${verdict.grade}: ${verdict.reason}`),
    h("p", {}, `Relative error ${digits(identified.relative_percent, 3)} %, before identification ${digits(nominal.relative_percent, 3)} %.`),
    table("Errors of the predicted torques", ["joint", "rms before, N m", "rms after, N m", "R²"], rows, [0, 1, 2, 3]),
  );
}

function comparison(results: readonly ResultSummary[], kind: string): HTMLElement {
  const alike = results.filter((one) => one.kind === kind);
  if (alike.length < 2) return h("p", { class: "soft" }, "A second result of the same method and robot can be compared with this one.");
  const chosen = new Set(alike.slice(-2).map(({ path }) => path));
  const command = new CommandBox();
  const answer = h("div", {});
  const request = (): CommandRequest | null => (chosen.size > 1 ? { verb: "compare", arguments: { results: [...chosen] } } : null);
  const box = ({ path }: ResultSummary): HTMLElement => {
    const input = h("input", { type: "checkbox", checked: chosen.has(path) });
    input.addEventListener("change", () => {
      if (input.checked) chosen.add(path);
      else chosen.delete(path);
      void command.show(request(), "Choose two results or more.");
    });
    return labelled(path, input);
  };
  const run = async (): Promise<void> => {
    const wanted = request();
    if (!wanted) return;
    try {
      const { job, document } = await ask<CompareDocument>(wanted);
      const rows = document?.parameters.map((one) => [one.name, digits(one.mean), digits(one.spread, 2), digits(one.mean_sigma, 2), one.repeats ? "repeats" : "does not repeat"]) ?? [];
      fill(answer, document ? table("Spread of the parameters", ["parameter", "mean", "spread", "mean sigma", ""], rows, [1, 2, 3]) : jobTrouble(job));
    } catch (error) {
      store.fail(error);
    }
  };
  void command.show(request());
  return h("div", {}, h("fieldset", {}, h("legend", {}, "Results"), ...alike.map(box)), command.element, h("button", { type: "button", onclick: () => void run() }, "Compare"), answer);
}
