// The command of a step: its line, the same in Python, both to be copied.

import { bindCopy, bindTabs } from "../../views/manners.ts";
import { api, type CommandLine, type CommandRequest, Refusal } from "../api.ts";
import { fill, h } from "../dom.ts";

let boxes = 0;

/** A box that follows what is asked for; the height stays as it is while the server thinks. */
export class CommandBox {
  readonly element = h("div", { class: "command" });
  readonly #line = h("pre", { class: "code", tabindex: 0, "aria-label": "Command line" });
  readonly #python = h("pre", { class: "code", tabindex: 0, "aria-label": "Python" });
  readonly #problem = h("p", { class: "problem", role: "status" });
  #request = 0;

  constructor() {
    const name = `command-${++boxes}`;
    const tab = (key: string, text: string): HTMLElement => h("button", { type: "button", role: "tab", id: `${name}-${key}-tab`, "aria-controls": `${name}-${key}` }, text);
    const panel = (key: string, code: HTMLElement): HTMLElement => {
      const copy = h("button", { type: "button", class: "copy" }, "Copy");
      bindCopy(copy, code);
      return h("div", { id: `${name}-${key}`, role: "tabpanel", "aria-labelledby": `${name}-${key}-tab` }, code, copy);
    };
    const tabs = h("div", { role: "tablist", "aria-label": "The same elsewhere" }, tab("line", "Command line"), tab("python", "Python"));
    this.element.append(tabs, panel("line", this.#line), panel("python", this.#python), this.#problem);
    queueMicrotask(() => bindTabs(tabs));
  }

  /** Shows the command of a request; `null` says why there is none. */
  async show(request: CommandRequest | null, missing = ""): Promise<boolean> {
    const number = ++this.#request;
    if (!request) {
      this.#fill({ line: "", python: "" }, missing);
      return false;
    }
    try {
      const command = await api.command(request);
      if (number === this.#request) this.#fill(command, "");
      return true;
    } catch (error) {
      const text = error instanceof Refusal ? `${error.code ? `${error.code}: ` : ""}${error.message}` : String(error);
      if (number === this.#request) this.#fill({ line: "", python: "" }, text);
      return false;
    }
  }

  #fill(command: CommandLine, problem: string): void {
    this.#line.textContent = command.line;
    this.#python.textContent = command.python;
    fill(this.#problem, problem);
  }
}
