// The garden from above: zoom, pan, light up what a note is linked with, sift, move plants about.

const STILL = 4; // pixels: still a click
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const WHOLE = { x: 0, y: 0, scale: 1 };

const plan = document.querySelector("svg.plan");
const form = document.querySelector(".plan-tools");
const all = plan.querySelector(".all");
const box = plan.viewBox.baseVal;
const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
const plants = [...all.querySelectorAll("a:not(.place)")];
const moves = plants.map((plant) => plant.lastElementChild.transform.baseVal[0]);
const spots = moves.map(({ matrix }) => ({ x: matrix.e, y: matrix.f }));
const lines = [...all.querySelectorAll("[data-ends]")];
const links = lines.flatMap((path) => (path.dataset.ends.match(/\d+ \d+/g) ?? []).map((ends) => [path, ...ends.split(" ").map(Number)]));
const traced = add("path", "traced", plants[0]);
const tip = add("text", "tip", null);
const pointers = new Map();
let out = new Set();
let shown = links;
let view = WHOLE;
let [moved, held] = [0, -1]; // how far; which plant

plan.classList.add("alive");
document.querySelectorAll(".garden-plan [hidden]").forEach((each) => each.removeAttribute("hidden"));
show(0);
show(-1);

function add(name, kind, before) {
  const element = document.createElementNS(plan.namespaceURI, name);
  element.setAttribute("class", kind);
  return all.insertBefore(element, before);
}

function thread([path, one, other]) {
  const { x, y } = spots[one];
  const end = spots[other];
  const way = path.matches(".between") ? `Q${(x + end.x + middle.x) / 3} ${(y + end.y + middle.y) / 3} ` : "L";
  return `M${x} ${y}${way}${end.x} ${end.y}`;
}

function draw() {
  for (const line of lines) line.setAttribute("d", shown.filter(([path]) => path === line).map(thread).join(""));
}

function show(here) {
  const found = shown.filter((link) => link.includes(here));
  const near = [here, ...found.flat()];
  traced.setAttribute("d", found.map(thread).join(""));
  plan.classList.toggle("tracing", here >= 0);
  plants.forEach((plant, each) => {
    plant.classList.toggle("near-by", near.includes(each));
    // The Tab key stops once; arrows go on.
    if (here >= 0) plant.setAttribute("tabindex", each === here ? 0 : -1);
  });
  const { x, y } = spots[here] ?? WHOLE;
  tip.textContent = plants[here]?.textContent;
  tip.setAttribute("transform", `translate(${x} ${y - 13})`);
}

function look(next) {
  view = next.scale > 1 || pointers.size ? next : WHOLE;
  all.setAttribute("transform", `translate(${view.x} ${view.y})scale(${view.scale})`);
  plan.classList.toggle("zoomed", view.scale > 1);
}

function zoom(factor, { x, y }) {
  const scale = Math.min(12, Math.max(1, view.scale * factor));
  const by = scale / view.scale;
  if (by !== 1) look({ x: x - (x - view.x) * by, y: y - (y - view.y) * by, scale });
  return by !== 1;
}

const apart = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

function pointOf({ clientX, clientY }) {
  return new DOMPoint(clientX, clientY).matrixTransform(plan.getScreenCTM().inverse());
}

function sift() {
  const grown = new FormData(form).getAll("maturity");
  const tag = form.elements.tag?.value;
  const fits = ({ classList, dataset }) => grown.some((each) => classList.contains(each)) && (!tag || dataset.tags?.split(" ").includes(tag));
  out = new Set(plants.flatMap((plant, each) => (fits(plant) ? [] : each)));
  shown = links.filter(([, one, other]) => !out.has(one) && !out.has(other));
  plants.forEach((plant, each) => plant.classList.toggle("out", out.has(each)));
  draw();
}

// Where an arrow leads: near, not far to the side.
function beyond(from, [dx, dy]) {
  const costs = spots.map((spot, each) => {
    const [x, y] = [spot.x - spots[from].x, spot.y - spots[from].y];
    const along = x * dx + y * dy;
    return along > 0 && !out.has(each) ? along + 2 * Math.abs(x * dy + y * dx) : Infinity;
  });
  const least = Math.min(...costs);
  return least < Infinity ? costs.indexOf(least) : from;
}

const plantOf = ({ target }) => plants.indexOf(target.closest("a"));
const stop = (event) => event.preventDefault();
const on = plan.addEventListener.bind(plan);

on("pointerover", (event) => pointers.size || show(plantOf(event)));
on("pointerleave", () => pointers.size || show(-1));
on("focusout", () => show(-1));
on("focusin", (event) => show(plantOf(event)));
on("dragstart", stop);
on("click", (event) => event.detail && moved > STILL && stop(event), true);
on("wheel", (event) => zoom(2 ** (-event.deltaY / 300), pointOf(event)) && stop(event), { passive: false });
on("keydown", (event) => {
  const way = WAYS[event.key];
  if (way) plants[beyond(plantOf(event), way)].focus(stop(event));
});
on("pointerdown", (event) => {
  if (!pointers.size) [moved, held] = [0, plantOf(event)];
  if (!event.button) pointers.set(event.pointerId, event);
});
on("pointermove", (event) => {
  const last = pointers.get(event.pointerId);
  if (!last) return;
  moved += apart(event, last);
  pointers.set(event.pointerId, event);
  if (moved <= STILL) return;
  plan.setPointerCapture(event.pointerId);
  const [now, before] = [pointOf(event), pointOf(last)];
  const other = [...pointers.values()].find((each) => each !== event);
  if (other) zoom(apart(event, other) / (apart(last, other) || 1), pointOf(other));
  else if (held >= 0) {
    spots[held] = { x: (now.x - view.x) / view.scale, y: (now.y - view.y) / view.scale };
    moves[held].setTranslate(spots[held].x, spots[held].y);
    draw();
    show(held);
  } else look({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
});
const lift = ({ pointerId }) => pointers.delete(pointerId);
addEventListener("pointerup", lift);
addEventListener("pointercancel", lift);
form.addEventListener("change", sift);
form.addEventListener("click", ({ target }) => {
  const factor = { in: 1.5, out: 1 / 1.5 }[target.name];
  if (factor) zoom(factor, middle);
});
form.addEventListener("reset", () => {
  look(WHOLE);
  setTimeout(sift); // its answers, then
});
