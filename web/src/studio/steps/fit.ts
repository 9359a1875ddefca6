// The fit: method, options, command, progress, verdict.

import { api, type CommandRequest, type Method, type OptionValue, type Project } from "../api.ts";
import { fill, h } from "../dom.ts";
import { ask } from "../parts/ask.ts";
import { CommandBox } from "../parts/command_box.ts";
import { documentView } from "../parts/document_view.ts";
import { OptionForm } from "../parts/form.ts";
import { JobView } from "../parts/job_view.ts";
import { freeName, stem } from "../parts/numbers.ts";
import { known, logsFor, repairOptions, setLogOptions, sharedOptions } from "../parts/requests.ts";
import { type ResultDocument, showResult } from "../parts/result_view.ts";
import { hasEnded, store } from "../store.ts";
import type { Step } from "./step.ts";

export const fitStep: Step = {
  name: "fit",
  title: "Fit",
  purpose: "Choose the method, start it, and read the verdict first.",
  status: (project: Project) => {
    const last = project.files.results[project.files.results.length - 1];
    return last ? `${project.files.results.length} results, last ${last.grade ?? ""}` : "no result";
  },
  show(main, detail) {
    const { methods } = store.vocabulary;
    const chosen = methods.find((one) => one.verb === (detail || store.choices.method)) ?? methods[0]!;
    const link = (method: Method): HTMLElement => h("li", {}, h("a", { href: `#/fit/${method.verb}`, "aria-current": method === chosen ? "true" : null }, method.title));
    main.append(h("nav", { class: "methods", "aria-label": "Methods" }, h("ul", {}, ...methods.map(link))), h("p", {}, chosen.question));
    const fit = new Fit(chosen);
    main.append(fit.element);
    return store.on("project", () => fit.follow());
  },
};

class Fit {
  readonly element = h("div", {});
  readonly #form: OptionForm;
  readonly #inputs = h("div", {});
  readonly #command = new CommandBox();
  readonly #job = new JobView();
  readonly #result = h("div", {});
  readonly #start = h("button", { type: "button", class: "main", onclick: () => void this.#run() }, "Start the fit");
  #request: CommandRequest | null = null;
  #key = "";

  constructor(readonly method: Method) {
    const verb = store.vocabulary.verbs.find((one) => one.name === method.verb)!;
    this.#form = new OptionForm(verb, method.options, store.choices.form?.[method.verb] ?? {}, () => this.#edited());
    this.element.append(this.#inputs, this.#form.element, this.#command.element, this.#start, this.#job.element, this.#result);
    this.follow();
    this.#rejoin();
  }

  /** Shows the command that would be run now. */
  follow(): void {
    const { request, problem } = this.#wanted();
    const key = JSON.stringify([request, problem]);
    if (key === this.#key) return;
    this.#key = key;
    this.#request = request;
    this.#start.disabled = true;
    this.#showInputs();
    void this.#command.show(request, problem).then((isPossible) => (this.#start.disabled = !isPossible));
  }

  #edited(): void {
    const { options, more } = this.#form.values;
    void store.edit((choices) => ({ ...choices, method: this.method.verb, form: { ...choices.form, [this.method.verb]: { ...options, ...(more ? { more } : {}) } } }));
    this.follow();
  }

  #showInputs(): void {
    const list = (logs: readonly { path: string }[]): string => logs.map(({ path }) => path).join(", ") || "none";
    const { robot } = store.choices;
    const { fit, validation } = this.method.logs;
    fill(
      this.#inputs,
      this.method.verb === "collisions" ? null : h("p", {}, "Robot: ", h("b", {}, robot ?? "none"), " ", h("a", { href: "#/robot" }, "change")),
      fit && h("p", {}, "Logs to fit: ", h("b", {}, list(logsFor("fit"))), " ", h("a", { href: "#/data" }, "change")),
      validation && h("p", {}, "Logs to validate on: ", h("b", {}, list(logsFor("validation")))),
    );
  }

  #wanted(): { request: CommandRequest | null; problem: string } {
    const { verb, logs } = this.method;
    const { robot, robot_options = {}, hold_out } = store.choices;
    const [fit, validation] = [logsFor("fit"), logsFor("validation")];
    const { options, problem } = sharedOptions([...fit, ...(logs.validation ? validation : [])]);
    const missing = (problem: string): { request: null; problem: string } => ({ request: null, problem });
    if (!robot && verb !== "collisions") return missing("Choose a robot first, on the step Robot.");
    if (logs.fit && fit.length === 0) return missing("Choose a log to fit first, on the step Data.");
    if (problem) return missing(problem);
    const form = this.#form.values;
    const wanted: Record<string, OptionValue> = { ...known(verb, { ...robot_options, ...options }) };
    if (verb !== "collisions") wanted["robot"] = robot!;
    if (logs.fit) wanted[logs.fit] = logs.fit === "samples" ? fit[0]!.path : fit.map(({ path }) => path);
    if (logs.validation && validation.length > 0) wanted[logs.validation] = validation.map(({ path }) => path);
    else if (logs.validation && hold_out !== undefined) wanted["hold_out"] = hold_out;
    const name = `${stem(robot ?? String(form.options["result"] ?? "arm"))}${verb === "identify" ? "" : `_${verb}`}`;
    const hasFolder = store.vocabulary.verbs.find((one) => one.name === verb)!.arguments.some((argument) => argument.name === "out");
    if (hasFolder) wanted["out"] = freeName(name, ".taufit", store.project.files.results.map(({ path }) => path));
    Object.assign(wanted, form.options);
    if (validation.length > 0 && logs.validation) delete wanted["hold_out"];
    return { request: { verb, arguments: wanted, more: form.more }, problem: "" };
  }

  /** A fit that another page, or this one before it was loaded again, has started. */
  #rejoin(): void {
    const mine = store.jobs.filter((job) => job.verb === this.method.verb);
    const last = mine[mine.length - 1];
    if (!last) return;
    this.#job.show(last, this.#repair);
    const off = store.on("jobs", () => {
      const now = store.jobs.find((job) => job.id === last.id);
      if (!now || !this.element.isConnected) return off();
      this.#job.show(now, this.#repair);
      if (hasEnded(now)) off();
    });
    if (last.state === "done" || last.state === "poor") void this.#showEnd(last.outputs[0], last.id);
  }

  readonly #repair = (line: string): void => {
    const options = repairOptions(line);
    if (options) logsFor("fit").forEach((log) => setLogOptions(log.path, (before) => ({ ...before, ...options })));
    else location.hash = "#/data";
  };

  async #run(): Promise<void> {
    if (!this.#request) return;
    this.#start.disabled = true;
    this.#result.replaceChildren();
    try {
      const { job } = await ask(this.#request, (job) => this.#job.show(job, this.#repair));
      await store.refresh();
      if (job.state === "done" || job.state === "poor") await this.#showEnd(job.outputs[0], job.id);
    } catch (error) {
      store.fail(error);
    }
    this.#start.disabled = false;
  }

  /** The result in its folder; of verbs without one, the document. */
  async #showEnd(folder: string | undefined, id: number): Promise<void> {
    const found = store.project.files.results.find(({ path }) => path === folder);
    if (folder) return showResult(this.#result, folder, found?.has_report ?? true);
    const document = await api.document<ResultDocument>(id).catch(() => null);
    if (document) fill(this.#result, documentView(document));
  }
}
