// Licences of the packages that a bundle contains, as a file beside it.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Folder of the package that a module belongs to; `null` for a module of this project. */
function packageOf(id) {
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replace(/^\0/, ""));
  return found ? found[1] : null;
}

async function notice(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  const text = file ? await readFile(join(folder, file), "utf8") : `${license}, without a text of its own\n`;
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

/** Plugin for Vite: writes the licences of all bundled packages. */
export function licences(fileName) {
  return {
    name: "licences",
    async generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
      if (!modules.some(packageOf)) return;
      const folders = [...new Set(modules.map(packageOf).filter((folder) => folder))].sort();
      const notices = await Promise.all(folders.map(notice));
      const head = "Packages of others in this bundle, with their licences.\n\n";
      this.emitFile({ type: "asset", fileName, source: head + notices.join("\n" + "-".repeat(72) + "\n\n") });
    },
  };
}
