// What the page can do besides being read.

document.documentElement.classList.add("live");

const torqueData = document.getElementById("torque-data");
const torqueView = torqueData ? new TorqueView(JSON.parse(torqueData.textContent)) : null;

function redrawTorques() {
  if (torqueView) torqueView.draw();
}

const darkScheme = window.matchMedia("(prefers-color-scheme: dark)");
darkScheme.addEventListener("change", redrawTorques);

document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const now = root.dataset.theme || (darkScheme.matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  redrawTorques();
});

document.getElementById("long-names")?.addEventListener("change", (event) =>
  document.getElementById("parameters").classList.toggle("long-names", event.target.checked));

const copyButton = document.getElementById("copy");
copyButton?.addEventListener("click", async () => {
  const command = document.getElementById("command");
  try {
    await navigator.clipboard.writeText(command.textContent);
    copyButton.textContent = "copied";
  } catch {
    // Browsers may refuse the clipboard to local files: select the text instead.
    window.getSelection().selectAllChildren(command);
    copyButton.textContent = "press Ctrl+C";
  }
});

// On paper nothing can be opened.
let openedForPrint = [];
window.addEventListener("beforeprint", () => {
  openedForPrint = [...document.querySelectorAll("details:not([open])")];
  openedForPrint.forEach((details) => { details.open = true; });
});
window.addEventListener("afterprint", () => openedForPrint.forEach((details) => { details.open = false; }));
