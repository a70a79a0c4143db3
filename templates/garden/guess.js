// The page for what is not found: it proposes the notes, folders and tags whose names are nearest to the address.
// Without script the page has its search and its way home.

const MOST = 5;
const FARTHEST = 0.45; // of all letters may differ

// What is compared of an address or a title: one spelling for every case, width and dash.
function plain(text) {
  return text.normalize("NFKC").toLowerCase().replace(/\.(html?|md)$/, "").replace(/[\s_-]+/g, "-")
    .replace(/^[-/#]+|[-/]+$/g, "");
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

// How many letters must be changed, added or dropped, as a share of the longer text; 1 when too many.
function distance(one, other) {
  const longer = Math.max(one.length, other.length);
  const most = Math.floor(longer * FARTHEST);
  if (!longer || Math.abs(one.length - other.length) > most) return 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let line = 1; line <= one.length; line++) {
    const next = [line];
    for (let column = 1; column <= other.length; column++) {
      const changed = row[column - 1] + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(changed, row[column] + 1, next[column - 1] + 1));
    }
    if (Math.min(...next) > most) return 1;
    row = next;
  }
  return row[other.length] / longer;
}

const last = (path) => path.slice(path.lastIndexOf("/") + 1);

// A part of a name is nearer than chance, and farther than a slip of the finger.
const holds = (one, other) => one.length > 2 && other.includes(one);

function farness(wanted, path, title) {
  const name = last(wanted);
  const names = [last(path), title];
  const part = names.some((each) => holds(name, each) || holds(each, name)) ? 0.4 : 1;
  return Math.min(distance(wanted, path), ...names.map((each) => distance(name, each) + 0.01), part);
}

// The notes nearest to an address, the nearest first.
export function nearest(address, notes) {
  const wanted = plain(decoded(address)).slice(0, 200);
  if (!wanted) return [];
  return notes
    .map(([path, title]) => ({ path, title, far: farness(wanted, plain(decoded(path)), plain(title)) }))
    .filter((note) => note.far <= FARTHEST)
    .sort((one, other) => one.far - other.far || one.path.length - other.path.length)
    .slice(0, MOST);
}

async function guess(nav) {
  const root = nav.dataset.root;
  const answer = await fetch(`${root}/titles.json`);
  if (!answer.ok) return;
  const found = nearest(location.pathname.slice(root.length), await answer.json());
  for (const { path, title } of found) {
    const link = document.createElement("a");
    link.href = root + path;
    link.dir = "auto";
    link.textContent = title;
    const item = document.createElement("li");
    item.append(link);
    nav.querySelector("ul").append(item);
  }
  nav.hidden = found.length === 0;
}

const nav = globalThis.document?.getElementById("guess");
if (nav) guess(nav).catch(() => {});
