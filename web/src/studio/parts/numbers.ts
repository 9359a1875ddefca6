// Numbers as the page writes them.

/** Significant digits without needless zeros; a dash for what is no number. */
export function digits(x: unknown, count = 4): string {
  if (typeof x !== "number" || !Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const text = Math.abs(x) >= 1e5 || Math.abs(x) < 1e-4 ? x.toExponential(count - 1) : String(Number(x.toPrecision(count)));
  return text.replace(/-/g, "−");
}

/** Lengths of files. */
export function size(bytes: number): string {
  if (bytes === 0) return "";
  const units = ["B", "kB", "MB", "GB"];
  const k = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** k).toPrecision(3)} ${units[k]!}`;
}

/** A name that no file of the list has: `arm.taufit`, `arm-2.taufit`, ... */
export function freeName(stem: string, ending: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? "" : `-${number}`}${ending}`;
    if (!taken.includes(name)) return name;
  }
}

/** Name of a file without its folders and ending, fit for another name. */
export function stem(path: string): string {
  const name = path.split("/").pop() ?? "";
  return name.replace(/\.(csv|tsv|urdf|xml|toml|mcap|parquet|bag|db3|npz|mat|gz|taufit)+$/gi, "").replace(/[^\w-]+/g, "_") || "result";
}
