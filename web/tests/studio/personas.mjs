// People at work, and what goes wrong: each in a folder and a studio of its own, with a page whose console stays empty.
// usage: node personas.mjs [NAME...]     TAUFIT names the program, TAUFIT_ARTEFACTS the folder of the pictures
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, equal, openPage, shot, studio } from "./harness.mjs";
import * as hazards from "./hazards.mjs";
import * as people from "./people.mjs";

const wanted = process.argv.slice(2);
const chrome = await browser();
let [passed, failed] = [0, 0];
for (const [name, persona] of Object.entries({ ...people, ...hazards })) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const begin = Date.now();
  const [folder, files] = [await mkdtemp(join(tmpdir(), "studio-")), await mkdtemp(join(tmpdir(), "files-"))];
  const served = await studio(folder);
  const { page, context, complaints } = await openPage(chrome, served.url, { expected: persona.expected });
  try {
    await persona({ page, context, folder, files, served });
    equal(complaints, [], "console");
    passed += 1;
    console.log(`ok ${name}, ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error.stack}\nconsole: ${complaints.join("\n")}`);
    await shot(page, `failed-${name}`).catch(() => {});
  }
  await context.close();
  await served.end();
  await Promise.all([rm(folder, { recursive: true, force: true }), rm(files, { recursive: true, force: true })]);
}
await chrome.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
