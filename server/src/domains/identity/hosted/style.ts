import { fontFaces } from './fonts.ts'

/** The style of a page that may load nothing. Colours are those of ui/src/palette.ts. */
export const bareStyle = `
:root { color-scheme: light dark; --text: #1b1c20; --quiet: #5f616a; --card: #fff; --field: #92949e; --accent: #4148b2;
  --fill: #4148b2; --failure: #ac0f1e; --failure-back: #fef3f2;
  --ink: #181b4d; --bubble: #e5eafd; --evidence: #e14d4b; --evidence-back: #ffe4e1; }
@media (prefers-color-scheme: dark) {
  :root { --text: #dcdde2; --quiet: #a0a1ab; --card: #17181b; --field: #74767f; --accent: #8e9deb;
    --fill: #5e6ad5; --failure: #fea69e; --failure-back: #2a2b31; --ink: #151733; --bubble: #232747;
    --evidence: #f47b74; --evidence-back: #64303a; }
}
* { box-sizing: border-box; }
body { background: var(--card); color: var(--text); display: grid; font: 16px/1.5 'Inter Variable', system-ui, sans-serif;
  grid-template-columns: minmax(440px, 1fr) minmax(0, 1.1fr); margin: 0; min-height: 100dvh; }
main { display: flex; flex-direction: column; gap: 32px; padding: 32px clamp(24px, 5vw, 64px) 64px; }
.step { display: grid; gap: 24px; margin: auto; max-width: 360px; width: 100%; }
aside { background: var(--ink); color: #cfd7fb; display: grid; align-content: center; gap: 20px; padding: 64px clamp(32px, 6vw, 96px); }
aside > * { max-width: 480px; }
.headline { color: #f3f5fd; font-size: 2rem; font-weight: 600; letter-spacing: -.02em; line-height: 1.25; }
.line { text-decoration: underline 3px #f47b74; text-decoration-skip-ink: none; text-underline-offset: 7px; white-space: nowrap; }
.bubble { background: var(--bubble); border-radius: 12px 12px 4px; color: var(--text); font-size: .875rem; justify-self: start;
  margin-top: 20px; padding: 10px 14px; }
.evidence { background: var(--evidence-back); box-shadow: inset 0 -2px 0 var(--evidence); padding: 1px 0; white-space: nowrap; }
h1 { font-size: 1.5rem; letter-spacing: -.015em; line-height: 1.3334; margin: 0; }
p { margin: 0; }
form { display: grid; gap: 8px; }
label { font-size: .875rem; font-weight: 600; margin-top: 8px; }
input { background: var(--card); border: 1px solid var(--field); border-radius: 6px; color: inherit; font: inherit;
  min-height: 44px; padding: 8px 12px; width: 100%; }
button, .button { background: var(--fill); border: 1px solid var(--fill); border-radius: 6px;
  color: #fff; cursor: pointer; display: block; font: inherit; font-weight: 600; margin-top: 16px;
  min-height: 44px; padding: 9px 16px; text-align: center; text-decoration: none; width: 100%; }
.button { margin-top: 0; }
a { color: var(--accent); }
.button:any-link { color: #fff; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.brand { align-items: center; display: flex; font-size: 1rem; font-weight: 600; gap: 10px; margin-inline: auto; max-width: 360px;
  width: 100%; }
.quiet, .or { color: var(--quiet); font-size: .875rem; }
.or { text-align: center; }
.failure { background: var(--failure-back); border-radius: 6px; color: var(--failure); padding: 12px; }
.code { display: block; height: auto; justify-self: center; max-width: 240px; width: 100%; }
.key { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.codes { columns: 2; list-style: none; margin: 8px 0 0; padding: 0; }
@media (max-width: 960px) {
  body { grid-template: 1fr auto / minmax(0, 1fr); }
  main { padding: 24px 24px 32px; }
  aside { gap: 12px; padding: 32px 24px; }
  .headline { font-size: 1.25rem; }
  .bubble { margin-top: 8px; }
}
@media (max-width: 480px) {
  main { padding: 16px 16px 32px; }
  .brand, .step { max-width: none; }
  .step { margin-block: 0 auto; }
  aside { padding: 24px 16px 32px; }
}
@media print { aside { display: none; } }
`

/** The style of the hosted pages, which load no bundle. */
export const hostedStyle = `${fontFaces}
${bareStyle}`
