// The little of the search that every page loads: `/` and Ctrl+K lead into its box, and whoever comes
// to the box gets the rest of it.

for (const form of document.querySelectorAll("form.search")) {
  const box = form.elements.q;
  const begin = () => import(form.dataset.script).then((search) => search.begin(form));
  if (form.dataset.where === "page" || document.activeElement === box) begin();
  else box.addEventListener("focus", begin, { once: true });
}

document.addEventListener("keydown", (event) => {
  const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey;
  const isK = event.key === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (event.altKey || (!isSlash && !isK)) return;
  if (isSlash && event.target.closest("input, textarea, select, [contenteditable]")) return;
  const box = document.querySelector("main form.search input") ?? document.querySelector("form.search input");
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});
