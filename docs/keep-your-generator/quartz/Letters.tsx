// A form for the letters, as a component of Quartz 4: copy it to quartz/components/Letters.tsx.
//
// It is a form and nothing else. Quartz changes pages without loading them anew, and a script that was
// bound to the old form would be lost with it; a form without a script has nothing to lose.

import { QuartzComponent, QuartzComponentConstructor, QuartzComponentProps } from "./types"

interface Options {
  functionsUrl: string
  label?: string
  button?: string
  text?: string
  privacyUrl?: string // what becomes of an address; without it there is no link
  privacy?: string
}

export default ((options: Options) => {
  const Letters: QuartzComponent = ({ displayClass }: QuartzComponentProps) => (
    <form
      class={`letters ${displayClass ?? ""}`}
      method="post"
      action={`${options.functionsUrl}/newsletter/subscribe`}
    >
      <label>
        {options.label ?? "One letter when a note turns evergreen"}
        <input
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder="you@example.org"
        />
      </label>
      <input hidden style={{ display: "none" }} name="message" tabIndex={-1} autoComplete="off" />
      <button>{options.button ?? "Subscribe"}</button>
      <p>
        <small>
          {options.text ??
            "Now and then one from the gardener, too. You confirm first, and can leave with one click."}{" "}
          {options.privacyUrl && <a href={options.privacyUrl}>{options.privacy ?? "Privacy"}</a>}
        </small>
      </p>
    </form>
  )

  Letters.css = `
.letters { margin: 1.5rem 0; }
.letters label { display: block; margin-bottom: 0.5rem; }
.letters label input {
  display: block; width: 100%; box-sizing: border-box; margin-top: 0.35rem; padding: 0.5rem 0.7rem;
  font: inherit; color: var(--dark); background: var(--light);
  border: 1px solid var(--gray); border-radius: 5px;
}
.letters button {
  padding: 0.5rem 1rem; font: inherit; cursor: pointer;
  color: var(--light); background: var(--secondary); border: 0; border-radius: 5px;
}
`
  return Letters
}) satisfies QuartzComponentConstructor<Options>
