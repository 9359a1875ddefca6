// Files in: dropped, chosen, or named by their path on this computer.

import { api, Refusal } from "../api.ts";
import { announce, fill, h, labelled } from "../dom.ts";
import { store } from "../store.ts";

interface Dropped {
  readonly path: string;
  readonly file: File;
}

/** All files below an entry that was dropped. */
async function filesOf(entry: FileSystemEntry, folder: string): Promise<Dropped[]> {
  const path = folder ? `${folder}/${entry.name}` : entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Dropped[] = [];
  for (;;) {
    // A folder is read in parts of at most a hundred entries.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return found;
    for (const one of part) found.push(...(await filesOf(one, path)));
  }
}

async function dropped(data: DataTransfer): Promise<Dropped[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const lists = await Promise.all(entries.map((entry) => filesOf(entry, "")));
  return lists.flat();
}

/** Where files are dropped, chosen or named; `take` gets the paths of those in the project, or the one that was named. */
export function fileDrop(what: string, accept: string, take: (paths: readonly string[], isNamed: boolean) => void): HTMLElement {
  const state = h("p", { role: "status" });
  const upload = async (files: readonly Dropped[]): Promise<void> => {
    const paths: string[] = [];
    for (const [k, { path, file }] of files.entries()) {
      fill(state, `Copying ${path} into the project, ${k + 1} of ${files.length}.`);
      try {
        paths.push((await api.upload(path, file)).path);
      } catch (error) {
        const { code, message, advice } = error as Refusal;
        fill(state, h("span", { class: "problem" }, `${path}: ${code}: ${message}. Next: ${advice}`));
        return;
      }
    }
    fill(state, files.length === 1 ? `${paths[0]} is in the project.` : `${files.length} files are in the project.`);
    announce(state.textContent ?? "");
    await store.refresh();
    take(paths, false);
  };
  const input = h("input", { type: "file", multiple: true, accept });
  input.addEventListener("change", () => void upload([...(input.files ?? [])].map((file) => ({ path: file.name, file }))));
  const path = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "/home/me/run.mcap" });
  const name = async (): Promise<void> => {
    try {
      const named = await api.namePath(path.value.trim());
      fill(state, `${named.path} is read where it is.`);
      take([named.path], true);
    } catch (error) {
      const { code, message, advice } = error as Refusal;
      fill(state, h("span", { class: "problem" }, `${code}: ${message}. Next: ${advice}`));
    }
  };
  const zone = h(
    "div",
    { class: "drop" },
    labelled(`Drop ${what} here, or choose files`, input),
    h("details", {}, h("summary", {}, "Or name a file of this computer, which is then read where it is"), labelled("Whole path", path), h("button", { type: "button", onclick: () => void name() }, "Use this file")),
    state,
  );
  zone.addEventListener("dragover", (event) => (event.preventDefault(), zone.classList.add("over")));
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    if (event.dataTransfer) void dropped(event.dataTransfer).then(upload);
  });
  return zone;
}
