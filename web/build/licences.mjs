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

/** Plugin for Vite: writes the licences of all bundled packages beside the script, and at its head: pages carry it alone. */
export function licences(fileName) {
  return {
    name: "licences",
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === "chunk");
      const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
      const folders = [...new Set(modules.map(packageOf).filter((folder) => folder))].sort();
      if (folders.length === 0) return;
      const notices = (await Promise.all(folders.map(notice))).join("\n" + "-".repeat(72) + "\n\n");
      const text = `Packages of others in this script, with their licences.\n\n${notices}`;
      this.emitFile({ type: "asset", fileName, source: text });
      for (const chunk of chunks) chunk.code = `/*\n${text}*/\n${chunk.code}`;
    },
  };
}
