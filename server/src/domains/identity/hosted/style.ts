import { fontFaces } from './fonts.ts'

/** Where the product's typeface cannot be loaded, the nearest that a system has; the plain one of some systems is far from it. The Chinese ones come last: their quotes and apostrophes are wide. */
const fonts =
  "'Inter Variable', Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'"

/**
 * The style of a page that may load nothing. Colours are those of ui/src/palette.ts, sizes those of ui/src/theme.ts, and the
 * frame is that of ui/src/sign-in/SignInFrame.module.css, so that these pages look like the product's own.
 */
export const bareStyle = `
:root { color-scheme: light dark; --text: #1b1c20; --quiet: #5f616a; --card: #fff; --field-back: #fff; --field: #c4c5cd;
  --accent: #4148b2; --fill: #4148b2; --fill-hover: #333795; --failure: #671013; --failure-back: #ffe4e1; --failure-edge: #d5a9a7;
  --ink: #181b4d; --line: #e8e8ed; --theirs: #f2f2f5; --ours: #e5eafd; --evidence: #e14d4b; --evidence-back: #ffe4e1;
  --level: #ac0f1e; --level-back: #ffe4e1; }
@media (prefers-color-scheme: dark) {
  :root { --text: #dcdde2; --quiet: #a0a1ab; --card: #17181b; --field-back: #202126; --field: #3a3b42; --accent: #8e9deb;
    --fill: #5e6ad5; --fill-hover: #4148b2; --failure: #fea69e; --failure-back: #3e1a1f; --failure-edge: #744145; --ink: #151733;
    --line: #2a2b31; --theirs: #202126; --ours: #242648; --evidence: #f47b74; --evidence-back: #5e1c21; --level: #fea69e;
    --level-back: #491b1f; }
}
* { box-sizing: border-box; }
body { background: var(--card); color: var(--text); display: grid; font: 14px/20px ${fonts};
  grid-template-columns: minmax(440px, 1fr) minmax(0, 1.1fr); margin: 0; min-height: 100dvh; }
main { display: flex; flex-direction: column; gap: 32px; padding: 32px clamp(24px, 5vw, 64px) 64px; }
.step { display: grid; gap: 24px; margin: auto; max-width: 360px; width: 100%; }
h1 { font-size: 24px; font-weight: 600; letter-spacing: -.015em; line-height: 32px; margin: 0; }
h1 + .quiet { margin-top: 4px; }
p { margin: 0; }
form { display: grid; }
label { font-weight: 500; margin: 16px 0 4px; }
form > input[type='hidden'] + label { margin-top: 0; }
input { background: var(--field-back); border: 1px solid var(--field); border-radius: 8px; color: inherit; font: inherit;
  height: 36px; padding: 0 12px; width: 100%; }
button, .button { background: var(--fill); border: 0; border-radius: 8px; color: #fff; cursor: pointer; display: block;
  font: inherit; font-weight: 600; margin-top: 24px; min-height: 36px; padding: 8px 18px; text-align: center;
  text-decoration: none; width: 100%; }
:is(button, .button):hover { background: var(--fill-hover); }
.button { margin-top: 0; }
a { color: var(--accent); text-decoration-color: color-mix(in srgb, currentcolor 40%, transparent); text-underline-offset: 3px; }
.button:any-link { color: #fff; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
input:focus-visible { outline-offset: -1px; }
.brand { align-items: center; display: flex; font-size: 16px; font-weight: 600; gap: 10px; letter-spacing: -.01em;
  margin-inline: auto; max-width: 360px; min-height: 32px; width: 100%; }
.quiet, .or { color: var(--quiet); }
.or { text-align: center; }
.failure { background: var(--failure-back); border: 1px solid var(--failure-edge); border-radius: 8px; color: var(--text);
  padding: 12px 16px; }
.code { display: block; height: auto; justify-self: center; margin-top: 16px; max-width: 240px; width: 100%; }
.key { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; margin-top: 8px;
  overflow-wrap: anywhere; }
.codes { columns: 2; list-style: none; margin: 8px 0 0; padding: 0; }
aside { background: var(--ink); color: #f3f5fd; display: flex; flex-direction: column; gap: 48px; justify-content: center;
  overflow: hidden; padding: 64px clamp(32px, 6vw, 96px); }
.words { max-width: 480px; }
.headline { font-size: 32px; font-weight: 600; letter-spacing: -.02em; line-height: 1.25; text-wrap: balance; }
.line { text-decoration: underline 3px #f47b74; text-decoration-skip-ink: none; text-underline-offset: 7px; white-space: nowrap; }
.about { color: #cfd7fb; font-size: 16px; line-height: 24px; margin-top: 20px; max-width: 440px; }
.thread { background: var(--card); border-radius: 12px; box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 14%);
  color: var(--text); display: flex; flex-direction: column; gap: 16px; max-width: 480px; padding: 24px; }
.theirs, .ours { align-items: flex-start; display: flex; flex-direction: column; gap: 4px; }
.ours { align-items: flex-end; }
.who, .time { color: var(--quiet); font-size: 12px; line-height: 16px; }
.time { margin-inline-start: 4px; white-space: nowrap; }
.bubble { background: var(--theirs); border-radius: 12px 12px 12px 4px; max-width: 400px; padding: 8px 12px; }
.ours .bubble { background: var(--ours); border-radius: 12px 12px 4px; }
.evidence { background: var(--evidence-back); border-radius: 2px; box-shadow: inset 0 -2px 0 var(--evidence); padding: 1px 0;
  white-space: nowrap; }
.event { align-items: center; border: 1px solid var(--line); border-radius: 8px; display: flex; flex-wrap: wrap; gap: 4px 12px;
  margin-top: 20px; padding: 10px 12px; position: relative; }
.event::before { background: var(--evidence); content: ''; height: 24px; inset: -25px 72px auto auto; position: absolute; width: 2px; }
.event strong { font-weight: 500; }
.level { background: var(--level-back); border-radius: 4px; color: var(--level); display: inline-flex; font-size: 12px; font-weight: 500;
  gap: 4px; padding: 0 6px; }
.level svg { fill: none; height: 20px; stroke: currentcolor; stroke-linecap: round; stroke-linejoin: round; stroke-width: 2; }
.found { color: var(--quiet); }
@media (max-width: 960px) {
  body { grid-template: 1fr auto / minmax(0, 1fr); }
  main { padding: 24px 24px 32px; }
  aside { gap: 24px; padding: 32px 24px; }
  .headline { font-size: 20px; }
  .about { font-size: 14px; line-height: 20px; margin-top: 12px; }
}
@media (max-width: 480px) {
  main { padding: 16px 16px 32px; }
  .brand, .step { max-width: none; }
  .step { margin-block: 0 auto; }
  aside { padding: 24px 16px 32px; }
  .theirs, .time { display: none; }
  .thread { padding: 16px; }
}
@media print { aside { display: none; } }
`

/** The style of the hosted pages, which load no bundle. */
export const hostedStyle = `${fontFaces}
${bareStyle}`
