// A glance at the note behind a link, for who points at it or reaches it by the keyboard. What is
// shown is taken from the note's own page.

const LINKS = ".prose a[href], .backlinks a[href], .beside a[href]";
const PAUSE = { pointer: 300, keyboard: 600, leaving: 200 }; // milliseconds
const BLOCKS = 4;
const EDGE = 12; // pixels
const known = new Map();
const hovers = matchMedia("(hover: hover) and (min-width: 48rem)");
let shown = null;
let link = null;
let timer = 0;

const wanted = (target) => {
  const found = target.closest?.(LINKS);
  const isNote = found && found.origin === location.origin && found.pathname !== location.pathname;
  return isNote && found.pathname.endsWith("/") ? found : null;
};

addEventListener("pointerover", (event) => {
  if (!hovers.matches || event.pointerType !== "mouse") return;
  if (shown?.contains(event.target)) return clearTimeout(timer);
  const found = wanted(event.target);
  if (found === link && shown) return clearTimeout(timer);
  later(found ? () => show(found) : hide, found ? PAUSE.pointer : PAUSE.leaving);
});
addEventListener("focusin", (event) => {
  const found = hovers.matches && event.target.matches(":focus-visible") && wanted(event.target);
  later(found ? () => show(found) : hide, PAUSE.keyboard);
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") later(hide, 0);
});
addEventListener("pagehide", () => hide());

function later(act, pause) {
  clearTimeout(timer);
  timer = setTimeout(act, pause);
}

function hide() {
  shown?.remove();
  shown = link = null;
}

async function show(found) {
  link = found;
  const address = found.pathname;
  if (!known.has(address)) known.set(address, read(address));
  const page = await known.get(address);
  if (link !== found) return;
  shown?.remove();
  shown = page && card(page, decodeURIComponent(found.hash.slice(1)));
  if (!shown) return;
  shown.addEventListener("click", () => found.click());
  document.body.append(shown);
  shown.classList.toggle("cut", shown.scrollHeight > shown.clientHeight);
  place(shown, found.getClientRects()[0] ?? found.getBoundingClientRect());
}

async function read(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("article.note .prose") ? page : null;
  } catch {
    return null;
  }
}

function card(page, fragment) {
  const made = document.createElement("div");
  made.className = "preview";
  made.lang = page.documentElement.lang;
  made.dir = page.documentElement.dir;
  made.ariaHidden = "true"; // whoever listens hears the link, and can follow it
  const title = document.createElement("p");
  title.className = "title";
  title.textContent = page.querySelector("h1").textContent;
  const badge = page.querySelector("article.note > header .badge");
  made.append(title, ...(badge ? [wrapped(badge)] : []), ...blocks(page, fragment));
  for (const each of made.querySelectorAll("[id]")) each.removeAttribute("id");
  for (const each of made.querySelectorAll("a, summary")) each.removeAttribute("href");
  return made;
}

function wrapped(badge) {
  const line = document.createElement("p");
  line.className = "meta";
  line.append(document.importNode(badge, true));
  return line;
}

function blocks(page, fragment) {
  const prose = page.querySelector("article.note .prose");
  const named = fragment ? page.getElementById(fragment) : null;
  const start = [...prose.children].find((each) => each.contains(named)) ?? prose.children[0];
  const found = [];
  for (let each = start; each && found.length < BLOCKS; each = each.nextElementSibling) {
    if (each.matches("p, ul, ol, blockquote, h2, h3, h4, pre, .code, .table, .callout, .formula")) found.push(each.cloneNode(true));
  }
  if (found.length > 1 && found.at(-1).matches("h2, h3, h4")) found.pop(); // of what comes after
  return found.map((each) => document.adoptNode(each));
}

function place(card, at) {
  const { width, height } = card.getBoundingClientRect();
  const isBelow = at.bottom + height + EDGE < innerHeight || at.top < height + EDGE;
  const begin = document.dir === "rtl" ? at.right - width : at.left;
  const left = Math.min(Math.max(begin, EDGE), document.documentElement.clientWidth - width - EDGE);
  card.style.left = `${left + scrollX}px`;
  card.style.top = `${(isBelow ? at.bottom + 6 : at.top - height - 6) + scrollY}px`;
}
