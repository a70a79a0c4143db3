// The garden from above: zoom, pan, light up what a note is linked with, sift, move plants about.
// Letters keep their size at every zoom, and more plants have a name as there is room for more.

const STILL = 4; // pixels: still a click
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const WHOLE = { x: 0, y: 0, scale: 1 };
const PLANT = 9; // how far a plant reaches
const FINGER = 12; // pixels: half of what can be hit
const [ABOVE, BELOW] = [11, 4]; // pixels: a name around its line
const NAMES = 40; // in the whole picture; closer by, more

const plan = document.querySelector("svg.plan");
const form = document.querySelector(".plan-tools");
const all = plan.querySelector(".all");
const box = plan.viewBox.baseVal;
const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
const plants = [...all.querySelectorAll("a:not(.place)")];
const turns = plants.map((plant) => [...plant.lastElementChild.transform.baseVal]);
const spots = turns.map(([{ matrix }]) => ({ x: matrix.e, y: matrix.f }));
const sizes = turns.map((each) => each.at(-1).matrix.a);
const lines = [...all.querySelectorAll("[data-ends]")];
const links = lines.flatMap((path) => (path.dataset.ends.match(/\d+ \d+/g) ?? []).map((ends) => [path, ...ends.split(" ").map(Number)]));
const traced = add("path", "traced", plants[0]);
const hits = plants.map((plant) => add("circle", "hit", plant.lastElementChild));
const names = plants.map(named);
const beds = [...all.querySelectorAll(".plan-name")].map((text) => [text, ...["x", "y"].map((each) => Number(text.getAttribute(each)))]);
const tip = add("text", "tip", null);
const pointers = new Map();
let out = new Set();
let shown = links;
let view = WHOLE;
let pixel = 1; // how long it is on the ground
let [moved, held] = [0, -1]; // how far; which plant

plan.classList.add("alive");
plan.tabIndex = -1; // a click into it lets the wheel zoom
for (const [text] of beds) ["x", "y"].forEach((each) => text.removeAttribute(each));
// The largest first; all are measured before any is moved.
const ranks = [...plants.keys()].sort((one, other) => sizes[other] - sizes[one]);
const wide = names.map((text) => text.getComputedTextLength());
const broad = beds.map(([text]) => text.getComputedTextLength());
document.querySelectorAll(".garden-plan [hidden]").forEach((each) => each.removeAttribute("hidden"));
new ResizeObserver(size).observe(plan);
size();
show(0);
show(-1);

function add(name, kind, before) {
  const element = document.createElementNS(plan.namespaceURI, name);
  element.setAttribute("class", kind);
  return (before?.parentNode ?? all).insertBefore(element, before);
}

function named(plant) {
  const text = add("text", "name", null);
  const title = [...plant.textContent.replace(/ · [^·]*$/, "")];
  const most = title.some((each) => each >= "\u2e80") ? 14 : 28;
  text.textContent = title.length > most ? `${title.slice(0, most - 1).join("").trim()}…` : title.join("");
  if (plant.hasAttribute("lang")) text.setAttribute("lang", plant.getAttribute("lang"));
  return text;
}

function put(element, x, y, scale) {
  element.setAttribute("transform", `translate(${x} ${y})scale(${scale})`);
}

// Plants grow half as fast as the ground, and letters not at all.
function size() {
  pixel = 1 / ((plan.getScreenCTM()?.a || 1) * view.scale);
  turns.forEach((each, plant) => each.at(-1).setScale(reach(plant) / PLANT, reach(plant) / PLANT));
  hits.forEach((hit, plant) => hit.setAttribute("r", Math.max(FINGER * pixel, reach(plant))));
  write();
}

function reach(plant) {
  return (PLANT * sizes[plant]) / Math.sqrt(view.scale);
}

// Names stand where they hide nothing: below their plants, above or beside them, or nowhere.
function write() {
  const around = (x, y, width) => [x - (width / 2) * pixel, y - ABOVE * pixel, x + (width / 2) * pixel, y + BELOW * pixel];
  const taken = beds.map(([text, x, y], each) => {
    put(text, x, y, pixel);
    return around(x, y, broad[each]);
  });
  const grown = spots.map(({ x, y }, each) => [x, y, (out.has(each) ? 0 : reach(each)) * 0.9]);
  let left = NAMES * view.scale ** 2;
  for (const each of ranks) {
    const [{ x, y }, away] = [spots[each], reach(each)];
    const beside = away + (wide[each] / 2 + BELOW) * pixel;
    const ways = [[0, away + ABOVE * pixel], [0, -away - BELOW * pixel], [beside, BELOW * pixel], [-beside, BELOW * pixel]];
    const free = ([dx, dy]) => {
      const [start, top, end, bottom] = around(x + dx, y + dy, wide[each]);
      return (
        start >= box.x && end <= box.x + box.width &&
        !taken.some((other) => start < other[2] && other[0] < end && top < other[3] && other[1] < bottom) &&
        !grown.some(([px, py, r], other) => other !== each && r && start < px + r && px - r < end && top < py + r && py - r < bottom)
      );
    };
    const way = left > 0 && !out.has(each) && ways.find(free);
    names[each].setAttribute("visibility", way ? "visible" : "hidden");
    hits[each].setAttribute("cx", x);
    hits[each].setAttribute("cy", y);
    if (!way) continue;
    left -= 1;
    put(names[each], x + way[0], y + way[1], pixel);
    taken.push(around(x + way[0], y + way[1], wide[each]));
  }
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
    names[each].classList.toggle("near-by", each !== here && near.includes(each));
    // The Tab key stops once; arrows go on.
    if (here >= 0) plant.setAttribute("tabindex", each === here ? 0 : -1);
  });
  const { x, y } = spots[here] ?? WHOLE;
  tip.textContent = plants[here]?.querySelector("title").textContent;
  put(tip, x, y - (here < 0 ? 0 : reach(here)) - BELOW * pixel, pixel);
}

function look(next) {
  const before = view;
  view = next.scale > 1 || pointers.size ? next : WHOLE;
  put(all, view.x, view.y, view.scale);
  plan.classList.toggle("zoomed", view.scale > 1);
  if (view.scale !== before.scale) size();
}

function zoom(factor, { x, y }) {
  const scale = Math.min(12, Math.max(1, view.scale * factor));
  const by = scale / view.scale;
  if (by !== 1) look({ x: x - (x - view.x) * by, y: y - (y - view.y) * by, scale });
  return by !== 1;
}

// The plant that is nearest to the middle of what is seen stays where it is.
function midst() {
  const seen = spots.map(({ x, y }) => ({ x: view.x + x * view.scale, y: view.y + y * view.scale }));
  const far = seen.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y));
  return seen[far.indexOf(Math.min(...far))] ?? middle;
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
  write();
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
on("pointerleave", () => {
  if (pointers.size) return;
  show(-1);
  plan.blur();
});
on("focusout", () => show(-1));
on("focusin", (event) => show(plantOf(event)));
on("dragstart", stop);
on("click", (event) => event.detail && moved > STILL && stop(event), true);
// Whoever scrolls the page over it is not caught; a pinch of two fingers says that it is Ctrl.
on("wheel", (event) => (event.ctrlKey || event.metaKey || plan.matches(":focus-within")) && zoom(2 ** (-event.deltaY / 300), pointOf(event)) && stop(event), { passive: false });
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
    turns[held][0].setTranslate(spots[held].x, spots[held].y);
    draw();
    write();
    show(held);
  } else look({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
});
const lift = ({ pointerId }) => pointers.delete(pointerId);
addEventListener("pointerup", lift);
addEventListener("pointercancel", lift);
form.addEventListener("change", sift);
form.addEventListener("click", ({ target }) => {
  const factor = { in: 1.5, out: 1 / 1.5 }[target.name];
  if (factor) zoom(factor, midst());
});
form.addEventListener("reset", () => {
  look(WHOLE);
  setTimeout(sift); // its answers, then
});
