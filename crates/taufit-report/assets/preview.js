// Time: the player, the cursor in the plots, and the hand on the picture.

document.documentElement.classList.add("live");

/** Where the panels of a joint lie in their drawing \[px\]. */
const PANELS = { width: 560, left: 52, right: 8 };

class Player {
  constructor(scene, duration) {
    Object.assign(this, { scene, duration, share: 0, playing: false });
    this.play = document.getElementById("play");
    this.scrub = document.getElementById("scrub");
    this.clock = document.getElementById("clock");
    this.rate = document.getElementById("rate");
    this.panels = [...document.querySelectorAll(".panels")];
    this.play.addEventListener("click", () => this.toggle(!this.playing));
    this.scrub.addEventListener("input", () => { this.toggle(false); this.show(Number(this.scrub.value)); });
    this.panels.forEach((panel) => panel.addEventListener("click", (event) => this.jump(panel, event)));
    window.addEventListener("resize", () => this.show(this.share));
    this.show(0);
  }

  /** Shows a share of the time everywhere. */
  show(share) {
    this.share = Math.min(Math.max(share, 0), 1);
    this.scrub.value = this.share;
    const seconds = (x) => x.toFixed(2);
    this.clock.textContent = seconds(this.share * this.duration) + " / " + seconds(this.duration) + " s";
    const inner = PANELS.width - PANELS.left - PANELS.right;
    const left = 100 * (PANELS.left + this.share * inner) / PANELS.width;
    this.panels.forEach((panel) => { panel.querySelector(".cursor").style.left = left + "%"; });
    this.scene.draw(this.share);
  }

  /** Goes to the time that was clicked at in a plot. */
  jump(panel, event) {
    const box = panel.getBoundingClientRect();
    const px = (event.clientX - box.left) / box.width * PANELS.width;
    this.toggle(false);
    this.show((px - PANELS.left) / (PANELS.width - PANELS.left - PANELS.right));
  }

  toggle(playing) {
    this.playing = playing;
    this.play.textContent = playing ? "❚❚" : "▶";
    if (!playing) return;
    if (this.share >= 1) this.share = 0;
    this.last = null;
    requestAnimationFrame((now) => this.step(now));
  }

  step(now) {
    if (!this.playing) return;
    const seconds = this.last === null ? 0 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    const share = this.share + seconds * Number(this.rate.value) / this.duration;
    // Over again from the start.
    this.show(share >= 1 ? 0 : share);
    requestAnimationFrame((later) => this.step(later));
  }
}

/** Turning, moving and zooming of the picture. */
function listenToHand(canvas, scene, redraw) {
  let last = null;
  canvas.addEventListener("pointerdown", (event) => { last = event; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!last) return;
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    if (event.shiftKey) scene.camera.move(dx, dy); else scene.camera.turn(dx, dy);
    last = event;
    redraw();
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { last = null; });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    scene.camera.zoom(Math.exp(0.001 * event.deltaY));
    redraw();
  }, { passive: false });
  canvas.addEventListener("dblclick", () => { scene.camera.reset(); redraw(); });
  canvas.addEventListener("keydown", (event) => {
    const turns = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] };
    const zooms = { "+": 0.85, "-": 1.18 };
    if (turns[event.key]) scene.camera.turn(...turns[event.key]);
    else if (zooms[event.key]) scene.camera.zoom(zooms[event.key]);
    else return;
    event.preventDefault();
    redraw();
  });
}

const sceneData = JSON.parse(document.getElementById("scene-data").textContent);
const sceneCanvas = document.getElementById("scene");
const robotScene = new RobotScene(sceneCanvas, sceneData, unpackNumbers(document.getElementById("scene-poses").textContent));
const player = new Player(robotScene, sceneData.duration_s);
listenToHand(sceneCanvas, robotScene, () => player.show(player.share));

const darkScheme = window.matchMedia("(prefers-color-scheme: dark)");
darkScheme.addEventListener("change", () => player.show(player.share));
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const now = root.dataset.theme || (darkScheme.matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  player.show(player.share);
});

// A page may name a time: preview.html#t=3.5
const wanted = /^#t=([\d.]+)$/.exec(location.hash);
if (wanted) { player.toggle(false); player.show(Number(wanted[1]) / sceneData.duration_s); } else player.toggle(true);
