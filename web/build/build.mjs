// Builds the bundles of report and studio.
// usage: node build/build.mjs [FOLDER]   below FOLDER instead of ../crates
import { copyFile, mkdir, access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { licences } from "./licences.mjs";

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const crates = process.argv[2] ?? join(here, "..", "crates");

/** Bundles: name of the files, entry, crate, form of the script. Scripts of the report stand inside a page. */
const BUNDLES = [
  { name: "report", entry: "report/main.ts", crate: "taufit-report", format: "iife" },
  { name: "plain", entry: "report/plain.ts", crate: "taufit-report", format: "iife" },
  { name: "studio", entry: "studio/main.ts", crate: "taufit-studio", format: "es" },
];

async function exists(path) {
  return access(path).then(() => true, () => false);
}

for (const { name, entry, crate, format } of BUNDLES) {
  const input = join(here, "src", entry);
  if (!(await exists(input))) continue;
  const outDir = join(crates, crate, "assets");
  await build({
    root: here,
    configFile: false,
    logLevel: "warn",
    plugins: [licences(`${name}.licences.txt`)],
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      // Browsers that know light-dark(): the style sheet stays as it is written.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      cssCodeSplit: false,
      rollupOptions: {
        input,
        output: {
          format,
          entryFileNames: `${name}.js`,
          assetFileNames: `${name}[extname]`,
          ...(format === "es" ? { codeSplitting: false } : {}),
        },
      },
    },
  });
  // A page of its own that needs nothing but its script and style sheet.
  const page = join(dirname(input), "index.html");
  if (await exists(page)) {
    await mkdir(outDir, { recursive: true });
    await copyFile(page, join(outDir, "index.html"));
  }
}
