// Elements from data. Text is set as text, never as HTML.

type Child = Node | string | number | null | undefined | false;
type Listener = (event: Event) => unknown;
type Value = string | number | boolean | null | undefined | Listener;

/** An element with attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, values: Readonly<Record<string, Value>> = {}, ...children: readonly Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value") (element as unknown as HTMLInputElement).value = String(value ?? "");
    else if (typeof value === "boolean" && name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string | number => child !== null && child !== undefined && child !== false).map((child) => (typeof child === "number" ? String(child) : child)));
  return element;
}

/** Name by which an element is found again in a new content. */
function nameOf(element: Element): string {
  const label = (element as HTMLInputElement).labels?.[0] ?? element;
  return `${element.tagName} ${element.getAttribute("aria-label") ?? label.textContent}`;
}

/** Replaces the content of an element; who was at a field of it is at the field of that name again. */
export function fill(element: Element, ...children: readonly Child[]): void {
  const active = document.activeElement;
  const name = active && active !== element && element.contains(active) ? nameOf(active) : null;
  element.replaceChildren(...h("div", {}, ...children).childNodes);
  if (name === null) return;
  const again = [...element.querySelectorAll<HTMLElement>("button, select, input, textarea, a, summary, [tabindex]")].find((one) => nameOf(one) === name);
  again?.focus({ preventScroll: true });
}

let ids = 0;

/** A label and its field, one above the other; `help` is read with the field. */
export function labelled(label: string, field: HTMLElement, help = ""): HTMLElement {
  field.id ||= `field-${++ids}`;
  const note = help ? h("small", { id: `${field.id}-help`, class: "soft" }, help) : null;
  if (note) field.setAttribute("aria-describedby", note.id);
  const isCheck = field instanceof HTMLInputElement && field.type === "checkbox";
  const text = h("label", { for: field.id }, label);
  return h("div", { class: isCheck ? "field check" : "field" }, ...(isCheck ? [field, text] : [text, field]), note);
}

/** An entry of a list to choose from. */
export type Choice = readonly [value: string, text: string];

/** A list to choose from. */
export function select(choices: readonly Choice[], chosen: string, onchange: (value: string) => void): HTMLSelectElement {
  const options = choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  const element: HTMLSelectElement = h("select", {}, ...options);
  element.addEventListener("change", () => onchange(element.value));
  return element;
}

/** A table with a caption for readers that do not see it. */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly Child[])[], numeric: readonly number[] = []): HTMLElement {
  const cell = (child: Child, k: number, tag: "td" | "th"): HTMLElement => h(tag, { class: numeric.includes(k) ? "number" : null, scope: tag === "th" ? "col" : null }, child);
  const element = h(
    "table",
    {},
    h("caption", { class: "unseen" }, caption),
    h("thead", {}, h("tr", {}, ...heads.map((head, k) => cell(head, k, "th")))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((child, k) => cell(child, k, "td"))))),
  );
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption }, element);
}

/** Says something to readers that do not see the page. */
export function announce(text: string): void {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}
