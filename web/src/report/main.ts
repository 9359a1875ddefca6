// Script of the offline pages with plots over time and the robot in 3D.
import "uplot/dist/uPlot.min.css";
import "../views/theme.css";
import "../views/plot.css";
import "../views/scene.css";
import "./report.css";
import "./preview.css";
import "./motors.css";
import "./gravity.css";
import "./stiffness.css";
import "./fleet.css";
import "./print.css";
import { bindPage } from "./page.ts";
import { PlotGroup } from "./plot_group.ts";

bindPage();
const groups = [...document.querySelectorAll<HTMLElement>(".plots")].map((element) => new PlotGroup(element));
document.documentElement.classList.add("live");

/** For tests, and for those who look at the numbers in the console. */
(window as unknown as { taufit: unknown }).taufit = { groups, ready: Promise.all(groups.map((group) => group.start())) };
