import { html } from './markup.ts'

/** The product's sign and name, as in ui/src/Mark.tsx. */
export const brand = html`<p class="brand">
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

/** What Verbatim does, as a drawing beside the form: shorter than that of ui/src/Specimen.tsx. */
export const specimen = html`<aside aria-label="About Verbatim">
  <p class="headline">Every conversation, <span class="line">word for word.</span></p>
  <p>Verbatim keeps what is said on every channel, and marks the words that a policy names.</p>
  <p class="bubble" aria-hidden="true">
    Buy today, the numbers are <span class="evidence">not public yet</span>.
  </p>
</aside>`
