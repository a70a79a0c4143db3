// Gives every block of code a button that copies it. Its words stand on the script's own tag.

const said = document.querySelector("script[data-copy]").dataset;

for (const box of document.querySelectorAll("div.code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = said.copy;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(box.querySelector("code").textContent);
    } catch {
      getSelection().selectAllChildren(box.querySelector("code")); // to be copied by hand
      return;
    }
    button.textContent = said.copied;
    setTimeout(() => (button.textContent = said.copy), 2000);
  });
  box.append(button);
}
