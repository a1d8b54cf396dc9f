/** The style of the hosted pages, which load no bundle. Colours are those of ui/src/palette.ts. */
export const hostedStyle = `
:root { color-scheme: light dark; --text: #1b1c20; --quiet: #5f616a; --surface: #f8f8fa; --card: #fff; --line: #dcdce2;
  --field: #92949e; --accent: #4847c1; --on-accent: #fff; --failure: #ac0f1e; --failure-back: #fef3f2; }
@media (prefers-color-scheme: dark) {
  :root { --text: #dcdde2; --quiet: #a0a1ab; --surface: #111214; --card: #17181b; --line: #2a2b31; --field: #74767f;
    --accent: #8e9aff; --on-accent: #0b0c0d; --failure: #fea69e; --failure-back: #2a2b31; }
}
* { box-sizing: border-box; }
body { background: var(--surface); color: var(--text); display: grid; font: 16px/1.5 system-ui, sans-serif; margin: 0;
  min-height: 100dvh; padding: 24px 16px; place-items: center; }
main { background: var(--card); border: 1px solid var(--line); border-radius: 8px; display: grid; gap: 24px;
  padding: 32px; width: min(400px, 100%); }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0; }
p { margin: 0; }
form { display: grid; gap: 8px; }
label { font-size: .875rem; font-weight: 600; margin-top: 8px; }
input { background: var(--card); border: 1px solid var(--field); border-radius: 6px; color: inherit; font: inherit;
  min-height: 44px; padding: 8px 12px; width: 100%; }
button, .button { background: var(--accent); border: 1px solid var(--accent); border-radius: 6px;
  color: var(--on-accent); cursor: pointer; display: block; font: inherit; font-weight: 600; margin-top: 16px;
  min-height: 44px; padding: 9px 16px; text-align: center; text-decoration: none; width: 100%; }
.button { margin-top: 0; }
a { color: var(--accent); }
.button:any-link { color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.brand { font-size: 1.125rem; font-weight: 600; }
.quiet, .or { color: var(--quiet); font-size: .875rem; }
.or { text-align: center; }
.failure { background: var(--failure-back); border-radius: 6px; color: var(--failure); padding: 12px; }
.code { display: block; height: auto; justify-self: center; max-width: 240px; width: 100%; }
.key { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.codes { columns: 2; list-style: none; margin: 8px 0 0; padding: 0; }
`
