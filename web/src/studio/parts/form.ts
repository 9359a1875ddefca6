// The form of a verb, from the table of methods and the description that the program gives of its options.

import type { Argument, OptionValue, Options, Verb } from "../api.ts";
import { fill, h, labelled, select } from "../dom.ts";
import { store } from "../store.ts";
import { logsFor } from "./requests.ts";

export interface FormValues {
  readonly options: Options;
  readonly more: string;
}

/** Options whose values are files of the project. */
function files(argument: Argument): readonly string[] | null {
  const { files: all, choices } = store.project;
  if (argument.name === "result" || argument.value === "RESULT") return all.results.map(({ path }) => path);
  if (argument.value.includes("LOG")) return [...new Set([...(choices.log ?? []).map(({ path }) => path), ...all.logs.map(({ path }) => path)])];
  return null;
}

function label(argument: Argument): string {
  const words = argument.name.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function help(argument: Argument): string {
  const usual = argument.default.length > 0 && !argument.flag ? ` Usually ${argument.default.join(", ")}.` : "";
  return `${argument.help}.${usual}`;
}

/** Fields for some options of a verb, and a line for all others. */
export class OptionForm {
  readonly element = h("form", { class: "form" });
  readonly #values: Record<string, OptionValue>;
  #more: string;

  constructor(readonly verb: Verb, names: readonly string[], before: Options, readonly changed: () => void) {
    const { more = "", ...values } = before;
    this.#values = { ...values };
    this.#more = String(more);
    const known = names.map((name) => verb.arguments.find((argument) => argument.name === name)).filter((one) => one !== undefined);
    const others = verb.arguments.filter((argument) => argument.option && !names.includes(argument.name));
    const line = h("input", { type: "text", value: this.#more, autocomplete: "off", spellcheck: "false" });
    line.addEventListener("change", () => ((this.#more = line.value.trim()), this.changed()));
    const list = h("dl", { class: "options" }, ...others.flatMap((one) => [h("dt", {}, h("code", {}, `${one.option} ${one.flag ? "" : one.value}`)), h("dd", {}, help(one))]));
    this.element.addEventListener("submit", (event) => event.preventDefault());
    fill(
      this.element,
      h("div", { class: "fields" }, ...known.map((argument) => this.#field(argument))),
      labelled("More options", line, "As on the command line; the program checks them"),
      h("details", {}, h("summary", {}, `What ${verb.name} takes besides`), list),
    );
  }

  /** What was chosen. */
  get values(): FormValues {
    return { options: this.#values, more: this.#more };
  }

  #put(name: string, value: OptionValue): void {
    if (value === "" || value === false || (Array.isArray(value) && value.length === 0)) delete this.#values[name];
    else this.#values[name] = value;
    this.changed();
  }

  #field(argument: Argument): HTMLElement {
    const { name } = argument;
    const value = this.#values[name];
    if (argument.flag) {
      const box = h("input", { type: "checkbox", checked: value === true });
      box.addEventListener("change", () => this.#put(name, box.checked));
      return labelled(label(argument), box, help(argument));
    }
    const choices = argument.choices.length > 0 ? argument.choices : null;
    const paths = files(argument);
    if (paths && argument.many) return this.#checks(argument, paths);
    if (choices || paths) {
      const listed = (choices ?? paths ?? []).map((one) => [one, one] as const);
      return labelled(label(argument), select([["", argument.default[0] ? `usual: ${argument.default[0]}` : "none"], ...listed], value === undefined ? "" : String(value), (chosen) => this.#put(name, chosen)), help(argument));
    }
    const field = h("input", { type: "text", value: value === undefined ? "" : String(value), placeholder: argument.value, autocomplete: "off" });
    field.addEventListener("change", () => this.#put(name, field.value.trim()));
    return labelled(label(argument), field, help(argument));
  }

  #checks(argument: Argument, paths: readonly string[]): HTMLElement {
    const value = this.#values[argument.name];
    const chosen = new Set(Array.isArray(value) ? (value as readonly string[]) : value === undefined ? [] : [String(value)]);
    const box = (path: string): HTMLElement => {
      const input = h("input", { type: "checkbox", checked: chosen.has(path) });
      input.addEventListener("change", () => {
        if (input.checked) chosen.add(path);
        else chosen.delete(path);
        this.#put(argument.name, [...chosen]);
      });
      return labelled(path, input);
    };
    const legend = h("legend", {}, label(argument));
    return h("fieldset", {}, legend, h("small", { class: "soft" }, help(argument)), ...paths.map(box), paths.length === 0 && h("p", { class: "soft" }, "There are none in the project yet."));
  }
}

/** Whether a log has a use in a fit. */
export const hasLogs = (): boolean => logsFor("fit").length > 0;
