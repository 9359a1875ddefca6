// Script of the offline pages without plots over time.
import { bindPage } from "./page.ts";

bindPage();
document.documentElement.classList.add("live");
