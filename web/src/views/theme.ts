// Colours as the style sheet has them, for light, dark and print.

type Listener = () => void;
const listeners = new Set<Listener>();
const resolved = new Map<string, string>();
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
darkScheme.addEventListener("change", tell);

function tell(): void {
  resolved.clear();
  listeners.forEach((listener) => listener());
}

/** Calls a function whenever colours change, until the function that it returns is called. */
export function onTheme(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen ? chosen === "dark" : darkScheme.matches;
}

/** Lets a button switch between light and dark. */
export function bindThemeButton(button: HTMLElement): void {
  button.addEventListener("click", () => {
    document.documentElement.dataset["theme"] = isDark() ? "light" : "dark";
    tell();
  });
}

/** Value of a CSS variable such as `measured` as `rgb(...)`: only an element knows which half of light-dark() holds. */
export function colour(name: string): string {
  const known = resolved.get(name);
  if (known) return known;
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  resolved.set(name, value);
  return value;
}
