// Light and dark, copying, tabs, names of parameters, printing.

import { bindCopies, bindTabs, openForPrint } from "../views/manners.ts";
import { bindThemeButton } from "../views/theme.ts";

export function bindPage(): void {
  const theme = document.getElementById("theme");
  if (theme) bindThemeButton(theme);
  bindCopies();
  document.querySelectorAll<HTMLElement>('[role="tablist"]').forEach(bindTabs);
  document.getElementById("long-names")?.addEventListener("change", (event) =>
    document.getElementById("parameters")?.classList.toggle("long-names", (event.target as HTMLInputElement).checked));
  openForPrint();
}
