// Small things that every page does: copying, tabs, printing.

/** Copies text on a click and says so. Browsers may refuse the clipboard to local files: `source` is selected then. */
export function bindCopy(button: HTMLElement, source: HTMLElement): void {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent ?? "");
      button.textContent = "copied";
    } catch {
      getSelection()?.selectAllChildren(source);
      button.textContent = "press Ctrl+C";
    }
    setTimeout(() => (button.textContent = label), 2500);
  });
}

/** Every button with `data-copy="ID"` copies the element with that id. */
export function bindCopies(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
    const source = document.getElementById(button.dataset["copy"]!);
    if (source) bindCopy(button, source);
  }
}

/** Tabs: elements with the role `tab` in a `tablist`, each with `aria-controls`. */
export function bindTabs(list: HTMLElement): void {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const choose = (chosen: HTMLElement): void => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = tab !== chosen;
    }
  };
  tabs.forEach((tab, k) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const steps: Readonly<Record<string, number>> = { ArrowLeft: k - 1, ArrowRight: k + 1, Home: 0, End: tabs.length - 1 };
      const next = steps[event.key];
      if (next === undefined) return;
      event.preventDefault();
      const tab = tabs[(next + tabs.length) % tabs.length]!;
      choose(tab);
      tab.focus();
    });
  });
  if (tabs[0]) choose(tabs[0]);
}

/** On paper nothing can be opened. */
export function openForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    opened.forEach((details) => (details.open = true));
  });
  addEventListener("afterprint", () => opened.forEach((details) => (details.open = false)));
}
