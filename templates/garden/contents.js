// Marks in the table of contents which section is being read.

const ABOVE = 140; // pixels; a heading that has come so high is the one being read
const links = [...document.querySelectorAll(".contents a")];
const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
let isWaiting = false;

function mark() {
  isWaiting = false;
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const read = headings.findLastIndex((each) => each?.getBoundingClientRect().top < ABOVE);
  const current = atEnd ? headings.length - 1 : read;
  links.forEach((link, at) => {
    if (at === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

function soon() {
  if (!isWaiting) requestAnimationFrame(mark);
  isWaiting = true;
}

addEventListener("scroll", soon, { passive: true });
addEventListener("resize", soon, { passive: true });
mark();
