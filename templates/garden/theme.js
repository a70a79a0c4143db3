// Colours by day and by night: as the system says, or as the reader has chosen. Loaded in the head
// and before anything is painted, so that no page flashes in the wrong colours.
(() => {
  const choices = ["system", "light", "dark"];
  const root = document.documentElement;
  if (!CSS.supports("color", "light-dark(#000, #fff)")) return;

  const kept = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // no storage for this page: the choice lasts until it is left
    }
  };
  const choose = (choice) => {
    root.dataset.theme = choices.includes(choice) ? choice : "system";
    for (const button of document.querySelectorAll("button.theme")) {
      button.title = button.dataset[root.dataset.theme];
      button.setAttribute("aria-label", button.title);
    }
  };

  choose(kept());
  addEventListener("storage", () => choose(kept()));
  addEventListener("pageshow", () => choose(kept() ?? root.dataset.theme));
  addEventListener("DOMContentLoaded", () => choose(root.dataset.theme));
  addEventListener("click", (event) => {
    if (!event.target.closest?.("button.theme")) return;
    const next = choices[(choices.indexOf(root.dataset.theme) + 1) % choices.length];
    choose(next);
    try {
      localStorage.setItem("theme", next);
    } catch {
      // as above
    }
  });
})();
