import { html, type Markup } from './markup.ts'

/** The product's sign and name, as in ui/src/frame/Mark.tsx. */
const brand = html`<p class="brand">
  <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#333795" />
    <path
      d="M9 7.5 16 19.5 23 7.5"
      fill="none"
      stroke="#fff"
      stroke-width="3.2"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
    <path d="M9 25h14" stroke="#f47b74" stroke-width="3.2" stroke-linecap="round" />
  </svg>
  Verbatim
</p>`

/** What Verbatim does, as a drawing beside the form: that of ui/src/sign-in/Specimen.tsx. */
const specimen = html`<aside aria-label="About Verbatim">
  <div class="words">
    <p class="headline">Every conversation, <span class="line">word for word.</span></p>
    <p class="about">
      Verbatim keeps what is said on every channel, and marks the words that a policy names.
    </p>
  </div>
  <div class="thread" aria-hidden="true">
    <div class="theirs">
      <span class="who">Client</span>
      <p class="bubble">Can we still get in before the announcement? <span class="time">09:41</span></p>
    </div>
    <div class="ours">
      <span class="who">Adviser</span>
      <p class="bubble">
        Buy today, the numbers are <span class="evidence">not public yet</span>.
        <span class="time">09:42</span>
      </p>
      <div class="event">
        <span class="level"
          ><svg width="14" height="14" viewBox="0 0 24 24"><path d="m6 15 6-6 6 6" /></svg>High</span
        >
        <strong>Inside information</strong>
        <span class="found">“not public yet”</span>
      </div>
    </div>
  </div>
</aside>`

interface WholePage {
  readonly title: string
  /** Its style, and what else belongs into the head. */
  readonly head: Markup
  readonly heading: string
  /** Below the heading. */
  readonly quiet: string
  readonly body: Markup
}

/** A whole page, without scripts. */
export function wholePage({ title, head, heading, quiet, body }: WholePage): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Verbatim</title>
        ${head}
      </head>
      <body>
        <main>
          ${brand}
          <div class="step">
            <div>
              <h1>${heading}</h1>
              <p class="quiet" dir="auto">${quiet}</p>
            </div>
            ${body}
          </div>
        </main>
        ${specimen}
      </body>
    </html> `.text
}
