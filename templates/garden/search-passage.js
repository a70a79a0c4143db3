// Cuts out of a note's page what a query was found in, and the heading under which it stands. It
// does what shared/search/passage.py does; a test compares the two.

const READ = 100_000; // characters of a page; what comes after is not looked through
const LEAST = 8 * 1024; // bytes of a page that are worth asking for
const LONGEST = 200; // columns of a passage; a Chinese character takes two
const WIDE = "\u2e80"; // from here on one character is about as wide as two letters
const [BEGIN, END] = ['<div class="prose">', "</article>"];
const PIECE = /<(\/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|([^<]+)|</g;
const INLINE = new Set(
  ("a abbr b bdi bdo cite code data del dfn em font i img ins kbd label mark q ruby s samp small " +
    "span strong sub sup time u var wbr").split(" "),
);
const SILENT = new Set("button math nav rp rt script style svg template".split(" "));
const NOT_TEXT = /class="(?:back|embed|footnote|math|not-shown)"/;
const SENTENCE = /[。！？]|[.!?](?= )/g;
const ESCAPED = /&(?:#([0-9]{1,7})|(amp|lt|gt|quot|nbsp));/g;
const SIGNS = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };

// A page of `size` bytes, or as much of it as there is room for; nothing when that cannot be had. A
// part is asked for only where the server says that it gives parts: another would send the whole.
export async function beginning(address, size, room, fetched) {
  const how = { priority: "low" };
  if (size > room) {
    if (room < LEAST || !(await givesParts(address))) return "";
    how.headers = { Range: `bytes=0-${room - 1}` };
  }
  return (await fetched(address, how)).slice(0, READ);
}

let parts;

function givesParts(address) {
  const asked = { method: "HEAD", headers: { Range: "bytes=0-0" } }; // of what is not compressed
  return (parts ??= fetch(address, asked).then(({ headers }) => headers.get("Accept-Ranges") === "bytes"));
}

// The passage that has most of the terms: its text, its heading, the id of that. `reader` is the
// module of the index.
export function passage(page, terms, reader) {
  const foundIn = (text) => {
    const same = reader.alike(text);
    return new Set(terms.filter((each) => reader.forms(each).some((form) => !reader.foundAt(same, form).next().done)));
  };
  let best = null;
  let most = [0, 0];
  for (const section of sections(page.slice(0, READ))) {
    const above = foundIn(section.heading);
    for (const [number, piece] of (section.pieces.length ? section.pieces : [""]).entries()) {
      const inside = foundIn(piece);
      const found = [new Set([...above, ...inside]).size, inside.size];
      if (found[0] < most[0] || (found[0] === most[0] && found[1] <= most[1])) continue;
      [best, most] = [[section, inside.size ? number : 0], found];
    }
    if (most[0] === terms.length && most[1] === terms.length) break;
  }
  if (!best) return null;
  const [{ id, heading, pieces }, number] = best;
  return { text: shown(pieces, number), heading, id };
}

const strip = (text) => text.replace(/^ +| +$/g, "");

function sections(page) {
  const found = [{ id: "", heading: "", pieces: [] }];
  for (const [name, attributes, block] of blocks(page)) {
    const text = strip(unescaped(block).replace(/[\t\n\f\r ]+/g, " "));
    if (/^h[1-6]$/.test(name)) {
      const place = attributes.match(/\bid="([^"]*)"/);
      found.push({ id: place ? unescaped(place[1]) : "", heading: text, pieces: [] });
    } else found.at(-1).pieces.push(...pieces(text));
  }
  return found;
}

function unescaped(written) {
  const isNone = (code) => code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  const sign = (code) => (isNone(code) ? "\ufffd" : String.fromCodePoint(code));
  return written.replace(ESCAPED, (_, code, name) => SIGNS[name] ?? sign(code));
}

// What stands between two tags of blocks: the tag before it, its attributes, the text.
function* blocks(page) {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  const text = begin < 0 ? "" : page.slice(begin + BEGIN.length, end < 0 ? undefined : end);
  let [name, attributes, said] = ["", "", ""];
  let [silent, depth] = ["", 0]; // within what is no text, and how deep in others of its kind
  for (const [, closes, tag, more, words] of [...text.matchAll(PIECE), [, "", "p", "", ""]]) {
    if (silent) {
      if (tag === silent) depth += closes ? -1 : 1;
      if (!depth) silent = "";
    } else if (!tag) said += words ?? "";
    else if (!closes && (SILENT.has(tag) || NOT_TEXT.test(more))) [silent, depth] = [tag, 1];
    else if (["br", "td", "th"].includes(tag)) said += " ";
    else if (!INLINE.has(tag)) {
      yield [name, attributes, said];
      [name, attributes, said] = closes ? ["", "", ""] : [tag, more, ""];
    }
  }
}

function* pieces(text) {
  let rest = text;
  while (rest) {
    const end = length(rest);
    yield strip(rest.slice(0, end));
    rest = strip(rest.slice(end));
  }
}

function shown(every, number) {
  const text = every.slice(number, number + LONGEST).join(" ");
  const end = length(text);
  const said = strip(text.slice(0, end));
  if (end === text.length || /[。！？.!?]$/.test(said)) return said;
  return said.replace(/[ ,;:，、；：]+$/, "") + "…";
}

// How much of a text is shown: at best to the end of a sentence.
function length(text) {
  const signs = [...text.slice(0, 2 * LONGEST + 2)];
  const first = (number) => signs.slice(0, number).join("");
  let width = 0;
  for (const [number, sign] of signs.entries()) {
    width += sign >= WIDE ? 2 : 1;
    if (width <= LONGEST) continue;
    const half = Math.floor(number / 2);
    const last = [...first(number).matchAll(SENTENCE)].at(-1);
    const end = last ? text.slice(0, last.index + 1) : "";
    if ([...end].length > half) return end.length;
    const space = signs.slice(0, number).lastIndexOf(" ");
    return first(space > half && sign < WIDE ? space : number).length;
  }
  return text.length;
}
