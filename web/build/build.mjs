// Builds the bundles of report and studio.
// usage: node build/build.mjs [FOLDER]   below FOLDER instead of ../crates
import { copyFile, mkdir, access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { licences } from "./licences.mjs";

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const crates = process.argv[2] ?? join(here, "..", "crates");

/** Bundles: name of the files, crate, form of the script. The report's script stands inside a page. */
const BUNDLES = [
  { name: "report", crate: "taufit-report", format: "iife" },
  { name: "studio", crate: "taufit-studio", format: "es" },
];

async function exists(path) {
  return access(path).then(() => true, () => false);
}

for (const { name, crate, format } of BUNDLES) {
  const source = join(here, "src", name);
  if (!(await exists(join(source, "main.ts")))) continue;
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
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      cssCodeSplit: false,
      rollupOptions: {
        input: join(source, "main.ts"),
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
  if (await exists(join(source, "index.html"))) {
    await mkdir(outDir, { recursive: true });
    await copyFile(join(source, "index.html"), join(outDir, "index.html"));
  }
}
