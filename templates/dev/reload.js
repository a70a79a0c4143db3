// Reloads the page that is open when a build has changed it, and shows what is wrong with the garden.
// Only the development server adds it to a page; no built file has it.

const shown = new URL(import.meta.url).searchParams.get("built");
const place = `thistledown-scroll ${location.pathname}`;
const CLOSED = "thistledown-closed";
const [FEW, MOST] = [3, 30]; // warnings that are shown at once, and at all
const LOOK = `
  section { position: fixed; inset: auto 1rem 1rem; z-index: 2147483647; max-block-size: 50vh;
    overflow: auto; padding: 1rem 1.25rem; border-radius: .5rem; border: 1px solid #b3392f;
    border-inline-start-width: .5rem; background: #fff7f5; color: #2b1512;
    font: 14px/1.5 ui-monospace, monospace; box-shadow: 0 .5rem 2rem #0004; }
  section.warnings { border-color: #9a6b00; background: #fffaf0; color: #2b2412; max-block-size: 40vh; }
  summary { font: bold 15px/1.3 system-ui, sans-serif; cursor: pointer; }
  h2 { margin: 0 0 .5rem; font: bold 16px/1.3 system-ui, sans-serif; }
  p { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  p.aside { font: 15px/1.5 system-ui, sans-serif; }
  p + h2 { margin-block-start: 1rem; }
  button { float: inline-end; font: inherit; padding: .25rem .75rem; cursor: pointer; }
  @media (prefers-color-scheme: dark) {
    section { background: #2b1512; color: #fbe9e6; }
    section.warnings { background: #2a2412; color: #f7efdc; }
  }
  @media print { section { display: none; } }
`;

let news = null;
let waiting = 0;
let heard = 0;

function listen() {
  clearTimeout(waiting);
  news?.close();
  news = new EventSource("/_dev/builds");
  news.onmessage = (message) => hear(JSON.parse(message.data));
  news.onerror = () => {
    if (news.readyState === EventSource.CLOSED) waiting = setTimeout(listen, 1000);
  };
}

// Of two pieces of news that come at once only the later one is true.
async function hear({ problems, warnings }) {
  const turn = ++heard;
  const page = await look();
  if (turn !== heard) return;
  if (isOld(page, problems)) reload();
  else show(problems, warnings, page);
}

async function look() {
  try {
    return await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
  } catch {
    return null;
  }
}

// Most builds change other pages than this one. One that is gone while there are errors is there
// again once they are mended.
function isOld(page, problems) {
  const tag = page?.headers.get("etag") ?? null;
  const isGone = page?.status === 404 && problems.length > 0;
  return tag !== null && !tag.includes(shown) && !isGone;
}

function reload() {
  news.close();
  sessionStorage.setItem(place, String(scrollY));
  location.reload();
}

function restore() {
  const before = sessionStorage.getItem(place);
  if (before === null) return;
  scrollTo({ top: Number(before), behavior: "instant" });
  if (document.readyState === "complete") sessionStorage.removeItem(place);
}

// Errors come before warnings, and warnings that were closed stay so until there are others.
function show(problems, warnings, page) {
  document.getElementById("thistledown-problems")?.remove();
  const isClosed = sessionStorage.getItem(CLOSED) === warnings.join("\n");
  if (!problems.length && (!warnings.length || isClosed)) return;
  const host = document.createElement("div");
  host.id = "thistledown-problems";
  const look = new CSSStyleSheet();
  look.replaceSync(LOOK);
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [look];
  shadow.append(problems.length ? board(problems, host, page) : hints(warnings, host));
  document.body.append(host);
}

function board(problems, host, page) {
  const section = document.createElement("section");
  section.setAttribute("role", "alert");
  section.lang = "en";
  section.dir = "ltr";
  const close = element("button", "Close");
  close.onclick = () => host.remove();
  const [own, others] = parted(problems, page);
  const more = own.length ? "more " : "";
  const said = others.length === 1 ? `1 ${more}error` : `${others.length} ${more}errors`;
  section.append(close);
  if (own.length) section.append(...leftOut(own, page));
  if (others.length) section.append(element("h2", said), ...others.map((line) => element("p", line)));
  return section;
}

// What is wrong with the note whose page this is comes before all else.
function parted(problems, page) {
  const file = decodeURIComponent(page?.headers.get("x-thistledown-left-out") ?? "");
  const isOwn = (line) => file !== "" && line.startsWith(`${file}:`);
  return [problems.filter(isOwn), problems.filter((line) => !isOwn(line))];
}

function leftOut(own, page) {
  const rest = page.ok
    ? "This is its page as it was before. The garden has none of it until that is mended."
    : "It has no page until that is mended.";
  const lines = own.map((line) => element("p", line));
  const aside = element("p", rest);
  aside.className = "aside";
  return [element("h2", "The note at this address has an error"), ...lines, aside];
}

function hints(warnings, host) {
  const section = element("section", "");
  section.className = "warnings";
  section.setAttribute("role", "status");
  section.lang = "en";
  section.dir = "ltr";
  const close = element("button", "Close");
  close.onclick = () => {
    sessionStorage.setItem(CLOSED, warnings.join("\n"));
    host.remove();
  };
  const all = document.createElement("details");
  all.append(element("summary", warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`));
  all.append(...warnings.slice(0, MOST).map((line) => element("p", line)));
  if (warnings.length > MOST) all.append(element("p", `and ${warnings.length - MOST} more in the terminal`));
  all.open = warnings.length <= FEW;
  section.append(close, all);
  return section;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

// A browser opens few connections to one server: only the page that is looked at has one.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) news?.close();
  else listen();
});
restore();
addEventListener("load", restore);
if (!document.hidden) listen();
