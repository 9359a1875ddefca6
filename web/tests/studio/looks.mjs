// Every step as people see it: light and dark, desktop and phone. axe-core finds nothing serious; nothing lies beside the page.
import { equal, shot, step, violations } from "./harness.mjs";

const STEPS = ["robot", "data", "check", "plan", "fit", "validate", "export"];
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

export async function everyStep(page, name) {
  const found = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const one of STEPS) {
      await step(page, one);
      await settled(page);
      for (const scheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: scheme });
        await shot(page, `${name}-${one}-${size}-${scheme}`);
        found.push(...(await violations(page)).map((text) => `${one}, ${size}, ${scheme}: ${text}`));
      }
      const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beside > 0) found.push(`${one}, ${size}: ${beside} px of the page are beside the screen`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(SIZES.desktop);
  equal(found, [], "looks");
}

/** Waits until nothing is being read any more. */
async function settled(page) {
  await page.waitForFunction(() => !/Reading |Finding |Checking |Waits for|still being read/.test(document.getElementById("main").innerText), null, { timeout: 30_000 });
}
