// Gives every block of code a button that copies it. Its words stand in the page's head.

const [copy, copied] = document.head
  .querySelector('meta[name="thistledown:copy"]')
  .content.split(",");

for (const box of document.querySelectorAll("div.code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = copy;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(box.querySelector("code").textContent);
    } catch {
      getSelection().selectAllChildren(box.querySelector("code")); // to be copied by hand
      return;
    }
    button.textContent = copied;
    setTimeout(() => (button.textContent = copy), 2000);
  });
  box.append(button);
}
