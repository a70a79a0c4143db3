// The search as a reader meets it: suggestions below the box, by the pattern of a combobox (WAI-ARIA
// 1.2), and on the page /search/ all results. It is loaded once somebody comes to a box.

const MOST = 7; // suggestions
const PAGE = 10; // results that come at once
const PAUSE = 300; // milliseconds without a letter, before pages are loaded for their passages
const ENOUGH = 155_000; // bytes that are loaded for a query; with the scripts less than 200 KB

export async function begin(form) {
  const reader = await import(form.dataset.reader);
  let opened;
  const index = () => (opened ??= reader.Index.open(form.dataset.root).catch((error) => {
    opened = undefined; // to be tried again with the next letter
    throw error;
  }));
  const hasResults = form.dataset.where === "page" && document.querySelector(".found");
  if (hasResults) new Results(form, reader, index).begin();
  else new Suggestions(form, reader, index).begin();
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function marked(text, query, { places, wanted }) {
  const pieces = [];
  let last = 0;
  for (const [begin, end] of places(text, wanted(query))) {
    pieces.push(text.slice(last, begin), element("mark", {}, text.slice(begin, end)));
    last = end;
  }
  return [...pieces, text.slice(last)];
}

function badge(form, maturity) {
  const plant = element("span", { class: "plant", "aria-hidden": "true" });
  return element("span", { class: `badge ${maturity}` }, plant, ` ${form.dataset[maturity]}`);
}

// How many were found, in the form of the language for that number.
function found({ dataset }, count) {
  const forms = JSON.parse(dataset.found);
  const form = new Intl.PluralRules(dataset.language).select(count);
  return (forms[form] ?? forms.other).replace("{}", count);
}

// What both have: a box, words in it, and an answer that a later one must not be overtaken by.
class Search {
  constructor(form, reader, index) {
    Object.assign(this, { form, reader, index, box: form.elements.q, asked: 0, shown: "", meant: "", isPart: false });
    this.status = element("p", { role: "status", class: "unseen" });
  }

  get query() {
    return this.box.value.trim();
  }

  get address() {
    return `${this.form.dataset.root}/search/?q=${encodeURIComponent(this.query)}`;
  }

  listen() {
    // Letters that are still being composed, as Chinese ones are, are not asked for.
    this.box.addEventListener("input", (event) => event.isComposing || this.answer());
    this.box.addEventListener("compositionend", () => this.answer());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  async answer() {
    const turn = ++this.asked;
    try {
      const index = await this.index();
      if (turn > 1) index.loaded = 0; // the first one has loaded what the index is about
      const [numbers, meant, isPart] = await index.answer(this.query, this.maturity);
      const query = meant || this.query;
      const results = await index.results(numbers.slice(0, this.most), query);
      if (turn !== this.asked) return;
      Object.assign(this, { shown: query, meant, isPart });
      this.show(results, numbers.length);
    } catch {
      if (turn === this.asked) this.show([], 0, this.form.dataset.failed);
    }
  }

  say(count, failure) {
    const { meant, nothing } = this.form.dataset;
    const before = this.isPart ? nothing : this.meant && meant.replace("{}", () => this.meant);
    const said = `${before} ${found(this.form, count)}`.trim();
    this.status.textContent = failure ?? (count ? said : this.query && nothing);
  }

  marked(text) {
    return marked(text, this.shown, this.reader);
  }
}

class Suggestions extends Search {
  most = MOST;
  active = -1;

  begin() {
    const id = `${this.box.id}-list`;
    this.list = element("div", { class: "suggestions", id, role: "listbox", "aria-label": this.form.dataset.all });
    this.list.hidden = true;
    this.form.append(this.list, this.status);
    const combobox = { role: "combobox", "aria-autocomplete": "list", "aria-controls": id, "aria-expanded": "false" };
    for (const [key, value] of Object.entries(combobox)) this.box.setAttribute(key, value);
    this.listen();
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("focus", () => this.query && this.answer());
    this.form.addEventListener("focusout", (event) => this.form.contains(event.relatedTarget) || this.close());
    if (this.query) this.answer();
  }

  submit() {
    if (this.query) location.assign(this.address);
  }

  show(results, count, failure) {
    const options = results.map(({ title, href, language, maturity }) => {
      const said = element("span", { lang: language, dir: "auto" }, ...this.marked(title));
      return element("a", { href }, said, badge(this.form, maturity));
    });
    const all = `${this.meant && `${this.meant}: `}${this.form.dataset.all} (${count})`;
    if (results.length) options.push(element("a", { href: this.address, class: "all" }, all));
    options.forEach((option, number) => {
      for (const [key, value] of Object.entries({ id: `${this.list.id}-${number}`, role: "option", tabindex: -1 }))
        option.setAttribute(key, value);
    });
    this.list.replaceChildren(...options);
    this.say(count, failure);
    this.open(options.length > 0);
  }

  open(isOpen) {
    this.list.hidden = !isOpen;
    this.box.setAttribute("aria-expanded", isOpen);
    this.choose(-1);
  }

  close() {
    this.asked++; // what is still on its way comes too late
    this.open(false);
  }

  choose(number) {
    const options = [...this.list.children];
    this.active = number;
    options.forEach((option, place) => option.setAttribute("aria-selected", place === number));
    if (number < 0) this.box.removeAttribute("aria-activedescendant");
    else this.box.setAttribute("aria-activedescendant", options[number].id);
    options[number]?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const count = this.list.hidden ? 0 : this.list.children.length;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && count) this.close();
    else if (event.key === "Enter" && count && this.active >= 0) this.list.children[this.active].click();
    else if (event.key === "ArrowDown" && count) this.choose(this.active + 1 < count ? this.active + 1 : -1);
    else if (event.key === "ArrowUp" && count) this.choose((this.active < 0 ? count : this.active) - 1);
    else if (event.key === "ArrowDown" && this.query) this.answer();
    else return;
    event.preventDefault();
  }
}

class Results extends Search {
  most = PAGE;
  pages = new Map();
  waiting = new Set();

  begin() {
    const find = (name) => document.querySelector(`.found ${name}`);
    [this.list, this.more, this.filter] = [find("ol"), find("button"), find("fieldset")];
    find("h2").after(this.status);
    this.status.className = "aside";
    const asked = new URLSearchParams(location.search);
    this.box.value = asked.get("q") ?? this.box.value;
    for (const each of this.filter.elements) each.checked = each.value === (asked.get("maturity") ?? "");
    this.listen();
    this.box.addEventListener("change", () => this.remember());
    this.box.closest("main").addEventListener("keydown", (event) => this.key(event));
    this.filter.addEventListener("change", () => this.submit());
    this.more.addEventListener("click", () => {
      this.most += PAGE;
      this.answer();
    });
    if (this.query) this.answer();
    else this.box.focus();
  }

  get maturity() {
    return this.filter.querySelector(":checked")?.value ?? "";
  }

  submit() {
    this.most = PAGE;
    this.remember();
    this.answer();
  }

  // So that who comes back from a note finds the same results.
  remember() {
    const chosen = this.maturity && `&maturity=${this.maturity}`;
    history.replaceState(null, "", this.address + chosen);
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = [this.box, ...this.list.querySelectorAll("li > a")];
    const next = stops[stops.indexOf(event.target) + step];
    if (!next || !stops.includes(event.target)) return;
    event.preventDefault();
    next.focus();
  }

  show(results, count, failure) {
    this.sizes = new Map(results.map(({ href, size }) => [new URL(href, location).href, size]));
    const items = results.map(({ title, href, language, excerpt, maturity }) => {
      const known = { lang: language, dir: "auto" };
      const link = element("a", { href, ...known }, ...this.marked(title));
      const said = element("p", { class: "excerpt", ...known }, ...this.marked(excerpt));
      return element("li", {}, link, badge(this.form, maturity), said);
    });
    this.list.replaceChildren(...items);
    this.more.hidden = count <= this.most;
    this.filter.hidden = !this.query || !(count || this.maturity);
    this.say(count, failure);
    this.look(items);
  }

  // Of the results that are in view the passages are shown; each comes from the note's own page.
  look(items) {
    clearTimeout(this.pause);
    this.view?.disconnect();
    this.waiting.clear();
    const isKnown = (item) => this.pages.has(item.firstChild.href);
    items.filter(isKnown).forEach((item) => this.fill(item));
    this.view = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen)
        if (isIntersecting && !isKnown(target)) this.waiting.add(target);
        else this.waiting.delete(target);
      this.fillAll();
    });
    this.pause = setTimeout(() => items.forEach((item) => this.view.observe(item)), PAUSE);
  }

  // One after the other, the upper ones first.
  async fillAll() {
    if (this.isFilling) return;
    this.isFilling = true;
    try {
      const index = await this.index();
      for (const item of this.waiting) {
        this.waiting.delete(item);
        await this.fill(item, index);
      }
    } finally {
      this.isFilling = false;
    }
  }

  async fill(item, index) {
    const { href } = item.firstChild;
    const { beginning, passage } = await import(this.form.dataset.passage);
    if (!this.pages.has(href)) {
      const fetched = (...asked) => index.fetched(...asked);
      const [size, room] = [this.sizes.get(href) * index.packed, ENOUGH - index.loaded];
      const page = await beginning(href, size, room, fetched).catch(() => "");
      if (page) this.pages.set(href, page);
    }
    const page = this.pages.get(href) ?? "";
    const found = passage(page, this.reader.wanted(this.shown), this.reader);
    if (!found || !item.isConnected) return;
    const place = `${href}#${encodeURIComponent(found.id)}`;
    const above = found.id ? [element("a", { href: place }, ...this.marked(found.heading)), " "] : [];
    item.querySelector(".excerpt").replaceChildren(...above, ...this.marked(found.text));
  }
}
