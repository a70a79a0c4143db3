// Reloads the page that is open when a build has changed it, and shows what is wrong with the garden.
// Only the development server adds it to a page; no built file has it.

const shown = new URL(import.meta.url).searchParams.get("built");
const place = `thistledown-scroll ${location.pathname}`;
const LOOK = `
  section { position: fixed; inset: auto 1rem 1rem; z-index: 2147483647; max-block-size: 50vh;
    overflow: auto; padding: 1rem 1.25rem; border-radius: .5rem; border: 1px solid #b3392f;
    border-inline-start-width: .5rem; background: #fff7f5; color: #2b1512;
    font: 14px/1.5 ui-monospace, monospace; box-shadow: 0 .5rem 2rem #0004; }
  h2 { margin: 0 0 .5rem; font: bold 16px/1.3 system-ui, sans-serif; }
  p { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  button { float: inline-end; font: inherit; padding: .25rem .75rem; cursor: pointer; }
  @media (prefers-color-scheme: dark) {
    section { background: #2b1512; color: #fbe9e6; }
  }
  @media print { section { display: none; } }
`;

let news = null;
let waiting = 0;

function listen() {
  clearTimeout(waiting);
  news?.close();
  news = new EventSource("/_dev/builds");
  news.onmessage = (message) => hear(JSON.parse(message.data));
  news.onerror = () => {
    if (news.readyState === EventSource.CLOSED) waiting = setTimeout(listen, 1000);
  };
}

async function hear({ problems }) {
  if (await isOld(problems)) reload();
  else show(problems);
}

// Most builds change other pages than this one. One that is gone while there are errors is there
// again once they are mended.
async function isOld(problems) {
  try {
    const answer = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    const tag = answer.headers.get("etag");
    const isLeftOut = answer.status === 404 && problems.length > 0;
    return tag !== null && !tag.includes(shown) && !isLeftOut;
  } catch {
    return false;
  }
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

function show(problems) {
  document.getElementById("thistledown-problems")?.remove();
  if (!problems.length) return;
  const host = document.createElement("div");
  host.id = "thistledown-problems";
  const look = new CSSStyleSheet();
  look.replaceSync(LOOK);
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [look];
  shadow.append(board(problems, host));
  document.body.append(host);
}

function board(problems, host) {
  const section = document.createElement("section");
  section.setAttribute("role", "alert");
  section.lang = "en";
  section.dir = "ltr";
  const close = element("button", "Close");
  close.onclick = () => host.remove();
  const said = problems.length === 1 ? "1 error" : `${problems.length} errors`;
  section.append(close, element("h2", said), ...problems.map((line) => element("p", line)));
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
