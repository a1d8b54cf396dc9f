/** The parts of a line from left to right, where it has words that are written from right to left. Source: UAX 9. */
import { createRequire } from 'node:module'

interface DirectedRun {
  readonly text: string
  readonly isRightToLeft: boolean
}

/** What is used of the package, which has no types of its own. */
interface Bidi {
  readonly getEmbeddingLevels: (text: string) => { readonly levels: Uint8Array }
  readonly getMirroredCharacter: (sign: string) => string | null
}

const openBidi = createRequire(import.meta.url)('bidi-js') as () => Bidi
const { getEmbeddingLevels, getMirroredCharacter } = openBidi()
/** Signs of scripts that are written from right to left. */
export const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Their order on the paper. The signs of a part that is written from right to left are still in the order of reading. */
export function directedRuns(line: string): DirectedRun[] {
  if (!rightToLeft.test(line)) return [{ text: line, isRightToLeft: false }]
  const { levels } = getEmbeddingLevels(line)
  const runs: { text: string; readonly level: number }[] = []
  let at = 0
  for (const sign of line) {
    const level = levels[at] ?? 0
    const shown = level % 2 === 1 ? (getMirroredCharacter(sign) ?? sign) : sign
    const last = runs.at(-1)
    if (last && last.level === level) last.text += shown
    else runs.push({ text: shown, level })
    at += sign.length
  }
  return inOrder(runs).map(({ text, level }) => ({ text, isRightToLeft: level % 2 === 1 }))
}

/** From the highest level down to 1, what is at least at that level is turned around. Source: UAX 9, rule L2. */
function inOrder<Run extends { readonly level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to += 1
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = to
    }
  return ordered
}
