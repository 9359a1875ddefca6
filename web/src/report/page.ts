// Light and dark, copying, tabs, names of parameters, printing.

import { bindCopies, bindTabs, openForPrint } from "../views/manners.ts";
import { bindThemeButton } from "../views/theme.ts";

/** Gives every cell of a table the title of its column: on a phone rows become blocks. */
function titleCells(table: HTMLTableElement): void {
  const [head, ...more] = table.tHead?.rows ?? [];
  if (!head || more.length > 0) return;
  const titles = [...head.cells].map((cell) => cell.textContent ?? "");
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => row.cells.length === titles.length);
  if (rows.length > 0) table.classList.add("rows");
  for (const row of rows) [...row.cells].forEach((cell, k) => (cell.dataset["title"] ??= titles[k]!));
}

/** What scrolls sideways can be reached with keys. */
function focusScrolling(): void {
  for (const element of document.querySelectorAll<HTMLElement>(".scroll, .card, nav")) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
  }
}

export function bindPage(): void {
  document.querySelectorAll<HTMLTableElement>(".scroll > table").forEach(titleCells);
  const theme = document.getElementById("theme");
  if (theme) bindThemeButton(theme);
  bindCopies();
  document.querySelectorAll<HTMLElement>('[role="tablist"]').forEach(bindTabs);
  document.getElementById("long-names")?.addEventListener("change", (event) =>
    document.getElementById("parameters")?.classList.toggle("long-names", (event.target as HTMLInputElement).checked));
  openForPrint();
  focusScrolling();
  addEventListener("resize", focusScrolling);
}
