/** Finds the themes of many messages in a process of its own, so that its memory can be measured; prints time and memory as JSON. */
import { revisit, themeTerms } from '@verbatim/analyser/themes/themes.ts'
import { benchTexts } from './texts.ts'

const [what = '', count = '0'] = process.argv.slice(2)
const texts = benchTexts()
const began = performance.now()
let ids = 0
function* read() {
  for (let at = 0; at < Number(count); at++) {
    const sample = texts[at % texts.length] ?? ''
    yield { key: String(at), terms: themeTerms(sample), sample }
  }
}
let themes = 0
if (what === 'revision')
  themes = revisit({ texts: read(), themes: [], newId: () => String(++ids) }).themes.length
else for (const { terms } of read()) themes = Math.max(themes, terms.length)
console.log(
  JSON.stringify({ ms: performance.now() - began, mb: process.resourceUsage().maxRSS / 1024, themes }),
)
