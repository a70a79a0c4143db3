// Answers a query from the files of the index, loading as few of them as it takes. It does what
// shared/search does in Python, name by name; a test compares the two.

const MATURITIES = ["evergreen", "budding", "seedling"];
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));
// Of a term in the text, in a heading, in a title of six terms or more, ever less, of one.
const WEIGHTS = [1, 3, 8, 9, 10, 12, 16];
const LIKE = 0.6; // what a term weighs that only begins as was asked
const [ROOM, MOST_SHARDS, FEW_SHARDS, AT_ONCE, MOST_TERMS] = [72, 3, 2, 4, 12]; // KB, files, terms
const PACKED = 0.6; // of pages in Chinese, which have more to pack than others
const STEM = 4; // letters from which on a word also stands for longer ones
const [FEW, ONE_MORE] = [4, 1000]; // see `some`
const LAST = "\u{10ffff}";

const WIDE =
  "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3041-\u3096\u3099\u309a" +
  "\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf" +
  "\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\u{20000}-\u{3ffff}";
const RUNS = new RegExp(`([${WIDE}]+)`, "u");
const WORDS = new RegExp(`(?:(?![${WIDE}])[\\p{L}\\p{N}]|[\u0900-\u0963\u0966-\u0dff]){1,40}`, "gu");
const NOT_PLAIN =
  /[\u00c0-\u024f\u1e00-\u1eff\u03c2\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;
const TYPED = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h",
  ı: "i", ŧ: "t", ŋ: "n", ĸ: "k", ς: "σ", ƒ: "f",
};

// Characters that have several forms, in one; those of Chinese are loaded once they are asked for.
const [HAN, KATAKANA, GREEK] = [/[\u3400-\u9fff]/g, /[\u30a1-\u30f6\u30fd\u30fe]/g, /[\u0370-\u03ff\u1f00-\u1fff]/g];
const LETTERS = /[\u0623\u0625\u0622\u0671\u0649\u06cc\u0629\u06a9\u0451\u0660-\u0669\u06f0-\u06f9]/g;
const PLAIN = {
  أ: "ا", إ: "ا", آ: "ا", ٱ: "ا", ى: "ي", ی: "ي", ة: "ه", ک: "ك", ё: "е",
};
const han = new Map();

function oneForm(folded) {
  if (/^[\0-\x7f]*$/.test(folded)) return folded;
  return folded
    .replace(LETTERS, (letter) => PLAIN[letter] ?? letter.charCodeAt() % 16)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt() - 0x60))
    .replace(GREEK, (letter) => letter.normalize("NFD")[0])
    .replace(HAN, (sign) => han.get(sign) ?? sign);
}

export const alike = (text) => oneForm(fold(text));

function fold(text) {
  const lowered = text.toLowerCase().normalize("NFKC").toLowerCase().normalize("NFKC");
  return lowered.replace(NOT_PLAIN, (letter) => {
    const bare = letter.normalize("NFD")[0];
    return TYPED[bare] ?? (/[\u00c0-\u024f\u1e00-\u1eff]/.test(letter) ? bare : "");
  });
}

export const words = (text) => text.match(WORDS) ?? [];

// What a word is found by besides itself: its singular or plural, and in Arabic its article.
const ENDINGS = [[/ies$/, "y"], [/(?<=[sxz])es$|(?<=[cs]h)es$/, ""], [/(?<!s)s$/, ""], [/(?<![aeiou])y$/, "ies"]];
const ARTICLE = "\u0627\u0644";

function also(word) {
  if (/^[\u0621-\u064a]{2,}$/.test(word)) {
    const bare = word.startsWith(ARTICLE) ? word.slice(2) : "";
    return [bare.length > 1 ? bare : ARTICLE + word];
  }
  const rule = /^[\0-\x7f]{4,}$/.test(word) && ENDINGS.find(([ending]) => ending.test(word));
  return rule ? [word.replace(...rule)] : [];
}

// A term and what will do for it, each by itself.
export const forms = (each) => [each, ...each.also.map((term) => ({ term, also: [] }))];

export function wanted(query) {
  const folded = alike([...query].slice(0, 200).join(""));
  const found = new Map();
  let last = "";
  const want = (term, prefix = false, half = false) => found.set((last = term), { term, prefix, half, also: also(term) });
  const length = (term) => [...term].length;
  folded.split(RUNS).forEach((part, number) => {
    const signs = [...part];
    if (number % 2 === 0) for (const word of words(part)) want(word, length(word) >= STEM);
    else if (signs.length === 1) want(part, true, true);
    else for (let first = 0; first < signs.length - 1; first++) want(signs[first] + signs[first + 1]);
  });
  if (last && folded.endsWith(last) && words(last).length === 1) {
    found.delete(last);
    want(last, true, true);
  }
  return [...found.values()]
    .sort((some, other) => some.half - other.half || length(other.term) - length(some.term))
    .slice(0, MOST_TERMS);
}

// Whether one slip of a finger makes one word of another.
function isOneSlip(word, other) {
  if (Math.abs(word.length - other.length) > 1 || word === other) return false;
  let begin = 0;
  while (word[begin] === other[begin]) begin++;
  const [left, right] = [word.slice(begin), other.slice(begin)];
  const [less, fewer] = [left.slice(1), right.slice(1)];
  if (less === fewer || less === right || left === fewer) return true;
  return left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0];
}

// The first known word that is one slip away, rather one that begins alike; one of three letters is
// so from too many others.
function nearest(word, known) {
  if (word.length < 4 || word >= "\u0e00") return "";
  const sorted = (each) => [...each].sort().join("");
  const isNear = (each) => word.length + each.length > 8 || sorted(each) === sorted(word);
  const near = known.filter((each) => each.length > 3 && isOneSlip(word, each) && isNear(each));
  return near.find((each) => each[0] === word[0]) ?? near[0] ?? "";
}

// Two known words that a word is made of, or letters and a number.
function parted(word, known) {
  const numbered = word.match(/^([a-z]+)([0-9]+)$/);
  if (numbered) return `${numbered[1]} ${numbered[2]}`;
  for (let place = 3; place <= word.length - 3; place++) {
    const pair = [word.slice(0, place), word.slice(place)];
    if (pair.every((each) => known.includes(each))) return pair.join(" ");
  }
  return "";
}

function decoded(written) {
  const numbers = [];
  let last = -1;
  let gap = 0;
  for (const digit of written) {
    const value = VALUES.get(digit);
    gap = (gap << 5) | (value & 31);
    if (value < 32) {
      numbers.push((last += gap + 1));
      gap = 0;
    }
  }
  return numbers;
}

function compare(some, other) {
  const [left, right] = [[...some], [...other]];
  for (let place = 0; place < Math.min(left.length, right.length); place++)
    if (left[place] !== right[place])
      return left[place].codePointAt() - right[place].codePointAt();
  return left.length - right.length;
}

export class Index {
  static async open(root) {
    const index = new Index(root);
    index.about = JSON.parse(await index.fetched(`${root}/search/index.json`, { cache: "no-cache" }));
    index.ends = [-1, ...decoded(index.about.sizes)]; // as if the files stood one behind the other
    return index;
  }

  constructor(root) {
    this.root = root;
    this.texts = new Map();
    this.loaded = 0; // bytes that came over the wire; whoever counts begins anew with a query
    this.packed = 1; // how much of a page comes over the wire, at most
  }

  load(name, folder = this.about.folder) {
    const url = `${this.root}/${folder ? `${folder}/` : ""}${name}`;
    if (!this.texts.has(url)) this.texts.set(url, this.fetched(url));
    this.texts.get(url).catch(() => this.texts.delete(url)); // to be tried again
    return this.texts.get(url);
  }

  async fetched(url, how = {}) {
    const answer = await fetch(url, how);
    if (!answer.ok) throw new Error(url);
    const content = await answer.arrayBuffer();
    this.count(answer.url, content.byteLength);
    return new TextDecoder().decode(content, { stream: true }); // no half a character at its end
  }

  // Fewer bytes come than an address has where the host compresses, none where the browser has it
  // already; as many as there are where the browser does not tell.
  count(url, size) {
    const entry = performance.getEntriesByName(url).at(-1);
    this.loaded += entry?.transferSize ?? size;
    if (entry?.encodedBodySize) this.packed = entry.encodedBodySize < entry.decodedBodySize ? PACKED : 1;
  }

  // Know the forms of Chinese characters, as soon as there are any.
  async know(query) {
    if (han.size || !this.about.han || !query.normalize("NFKC").match(HAN)) return;
    const [, every, one] = (await this.load(this.about.han, "")).split("\n");
    [...every].forEach((sign, place) => han.set(sign, one[place]));
  }

  // The notes for a query, best first; what it was meant to say, where they have that; whether they
  // have only some of its words.
  async answer(query, maturity = "") {
    const shards = new Map();
    const plain = await this.find(query, maturity, shards);
    if (plain.length) return [plain, "", false];
    const meant = await this.meant(query, shards);
    const numbers = await this.find(meant, maturity, shards);
    if (numbers.length || (await this.find(query, "", shards)).length) return [numbers, meant, false];
    return [this.some(query, maturity, shards), "", true];
  }

  // `shards` are what was loaded for the same question of the reader's before.
  async find(query, maturity = "", shards = new Map()) {
    await this.know(query);
    const terms = wanted(query);
    let scores = null;
    for (let first = 0; first < terms.length && scores?.size !== 0; first += AT_ONCE) {
      for (const each of await this.loadAll(terms.slice(first, first + AT_ONCE), shards)) {
        const matches = this.matches(each, shards);
        for (const [note, score] of scores ?? [])
          if (matches.has(note)) matches.set(note, score + matches.get(note));
        if (scores) for (const note of matches.keys()) if (!scores.has(note)) matches.delete(note);
        scores = matches;
      }
    }
    return this.best(scores ?? [], maturity);
  }

  // The notes that have most of a query's words, where none has all; only what is in few counts.
  some(query, maturity, shards) {
    const scores = new Map();
    for (const each of wanted(query)) {
      const matches = this.matches(each, shards);
      if (matches.size * FEW > this.about.notes) continue;
      for (const [note, score] of matches) scores.set(note, (scores.get(note) ?? 0) + score + ONE_MORE);
    }
    return this.best(scores, maturity);
  }

  best(scores, maturity) {
    const [begin, end] = this.numbersOf(maturity);
    return [...scores]
      .map(([note, score]) => [note, Math.floor(score * 1e6 + 0.5)])
      .filter(([note]) => begin <= note && note < end)
      .sort((some, other) => other[1] - some[1] || some[0] - other[0])
      .map(([note]) => note);
  }

  // What a query was meant to say; nothing unless a word of it is in no note.
  async meant(query, shards = new Map()) {
    const typed = wanted(query).filter(({ term }) => words(term).length).slice(0, AT_ONCE);
    const unknown = (await this.loadAll(typed, shards)).filter((each) => !this.matches(each, shards).size);
    if (!unknown.length) return "";
    const known = (await this.load("words.txt")).split("\n");
    const meant = new Map(unknown.map(({ term }) => [term, nearest(term, known) || parted(term, known)]));
    if ([...meant.values()].includes("")) return "";
    return alike(query.trim()).replace(WORDS, (word) => meant.get(word) ?? word);
  }

  // Load the files of terms that there is room for; what can be looked for then.
  async loadAll(terms, shards) {
    const missing = this.affordable(new Set(terms.flatMap((each) => this.shardsOf(each))), shards);
    const texts = await Promise.all(missing.map((number) => this.load(`t${number}.txt`)));
    missing.forEach((number, place) => shards.set(number, texts[place]));
    return terms.filter((each) => this.shardsOf(each).some((number) => shards.has(number)));
  }

  // The files that are not loaded yet, up to the first for which there is no room; one always is.
  affordable(numbers, shards) {
    const sizeOf = (number) => this.ends[number + 1] - this.ends[number];
    let room = [...shards.keys()].reduce((left, number) => left - sizeOf(number), ROOM);
    const missing = [];
    for (const number of numbers) {
      if (shards.has(number)) continue;
      room -= sizeOf(number);
      if (room < 0 && shards.size + missing.length) break;
      missing.push(number);
    }
    return missing;
  }

  // The number of the last file that begins before a term, or with it.
  shardAt(term) {
    let [low, high] = [0, this.about.starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.about.starts[middle], term) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  shardsOf({ term, prefix, half, also }) {
    const first = Math.max(0, this.shardAt(term));
    const last = prefix ? this.shardAt(term + LAST) : first;
    const end = Math.min(last + 1, first + (half ? MOST_SHARDS : FEW_SHARDS), this.about.starts.length);
    const found = Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
    return [...new Set([...found, ...also.flatMap((other) => this.shardsOf({ term: other, also: [] }))])];
  }

  matches(each, shards) {
    const best = new Map();
    const begins = [each.term + (each.prefix ? "" : "\t"), ...each.also.map((term) => `${term}\t`)];
    for (const number of this.shardsOf(each))
      for (const line of (shards.get(number) ?? "").split("\n")) {
        if (!begins.some((begin) => line.startsWith(begin))) continue;
        const [term, ...lists] = line.split("\t");
        lists.forEach((numbers, place) => {
          const value = WEIGHTS[place] * (term === each.term ? 1 : LIKE);
          for (const note of decoded(numbers)) best.set(note, Math.max(value, best.get(note) ?? 0));
        });
      }
    const rarity = Math.log(1 + this.about.notes / best.size);
    for (const [note, value] of best) best.set(note, value * (rarity * Math.sqrt(rarity)));
    return best;
  }

  numbersOf(maturity) {
    const place = MATURITIES.indexOf(maturity);
    if (place < 0) return [0, this.about.notes];
    const begin = this.about.grown.slice(0, place).reduce((sum, count) => sum + count, 0);
    return [begin, begin + this.about.grown[place]];
  }

  async results(numbers, query) {
    const { together } = this.about;
    const found = await Promise.all(numbers.map(async (number) => {
      const described = JSON.parse(await this.load(`d${Math.floor(number / together)}.json`));
      const [title, href, language, excerpt, kilobytes] = described[number % together];
      const maturity = MATURITIES.find((each) => this.numbersOf(each)[1] > number);
      return { title, href: this.root + href, language, excerpt, maturity, size: kilobytes * 1024 };
    }));
    const asked = alike(query.trim());
    return found.sort((some, other) => (alike(some.title) !== asked) - (alike(other.title) !== asked));
  }
}

// Where a term begins in a text in which all is in one form: words are found whole.
export function* foundAt(folded, { term, prefix }) {
  const isWord = words(term).length > 0;
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
    const end = at + term.length;
    const begins = isWord && words(folded.slice(Math.max(at - 1, 0), at)).length;
    const goesOn = isWord && !prefix && words(folded.slice(end, end + 1)).length;
    if (!begins && !goesOn) yield at;
  }
}

// The beginnings and ends of what a query has found in a text, as [begin, end] pairs.
export function places(text, terms) {
  let folded = "";
  const from = [];
  let place = 0;
  for (const sign of text) {
    for (const unit of alike(sign).split("")) (folded += unit), from.push([place, place + sign.length]);
    place += sign.length;
  }
  const found = [];
  for (const each of terms.flatMap(forms))
    for (const at of foundAt(folded, each)) found.push([from[at][0], from[at + each.term.length - 1][1]]);
  found.sort((some, other) => some[0] - other[0]);
  const merged = [];
  for (const [begin, end] of found) {
    const before = merged.at(-1);
    if (before && begin <= before[1]) before[1] = Math.max(before[1], end);
    else merged.push([begin, end]);
  }
  return merged;
}
