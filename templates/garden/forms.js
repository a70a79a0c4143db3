// Answers the forms in place. When anything goes wrong the form is sent as a form, as it is without
// this script, and the answer is a page.

const PATIENCE = 8000; // milliseconds

for (const form of document.querySelectorAll("form.subscribe")) {
  const said = document.createElement("p");
  said.className = "said";
  said.setAttribute("role", "status");
  form.append(said);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { Accept: "application/json" },
        credentials: "omit",
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (!answer.ok && answer.status !== 422) throw new Error(answer.statusText);
      said.lang = answer.headers.get("Content-Language") ?? "";
      said.dir = "auto"; // an answer in English ends at the right, in a garden that ends at the left, too
      tell(form, said, await answer.json(), answer.ok);
    } catch {
      form.submit();
    } finally {
      form.ariaBusy = "false";
    }
  });
}

function tell(form, said, { title, detail }, isWell) {
  const field = form.elements.email;
  const heading = document.createElement("strong");
  heading.textContent = isWell ? title : "";
  said.className = `said ${isWell ? "well" : "ill"}`;
  said.replaceChildren(heading, " ", detail);
  field.ariaInvalid = String(!isWell);
  if (isWell) {
    for (const each of form.querySelectorAll("label, .row")) each.hidden = true;
  } else {
    field.focus();
  }
}
