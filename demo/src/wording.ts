/**
 * The small language of scenes: `{one|another}` chooses either, `{amount}` is the dialogue's own value of that name, and
 * choices nest. A slot keeps its value through the dialogue.
 */
import type { Random } from './random.ts'

export type Wording = readonly Piece[]
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'slot'; readonly name: string }
  | { readonly kind: 'choice'; readonly options: readonly Wording[] }

/** Reads a template once, so that using it is cheap. @throws Error if a brace has no partner */
export function parseWording(template: string): Wording {
  const reader = { template, at: 0 }
  const [wording] = readOptions(reader)
  if (reader.at < template.length) throw new Error(`Unexpected brace in “${template}”`)
  return wording ?? []
}

/** The text of one performance. */
export function say(wording: Wording, slots: (name: string) => string, random: Random): string {
  let said = ''
  for (const piece of wording) {
    if (piece.kind === 'text') said += piece.text
    else if (piece.kind === 'slot') said += slots(piece.name)
    else said += say(random.pick(piece.options), slots, random)
  }
  return said
}

/** How many different texts a template can produce, apart from slots. */
export function tellings(wording: Wording): number {
  return wording.reduce(
    (product, piece) =>
      piece.kind === 'choice'
        ? product * piece.options.reduce((sum, option) => sum + tellings(option), 0)
        : product,
    1,
  )
}

/** The names of every slot in a template. */
export function slotNames(wording: Wording): string[] {
  return wording.flatMap((piece) => {
    if (piece.kind === 'slot') return [piece.name]
    return piece.kind === 'choice' ? piece.options.flatMap(slotNames) : []
  })
}

interface Reader {
  readonly template: string
  at: number
}

/** Options up to the closing brace, or to the end of the template at the outermost level. */
function readOptions(reader: Reader, nested = false): Wording[] {
  const options: Piece[][] = [[]]
  while (reader.at < reader.template.length) {
    const sign = reader.template.charAt(reader.at)
    if (sign === '}') break
    const current = options.at(-1) ?? []
    if (sign === '|' && nested) {
      options.push([])
      reader.at += 1
    } else if (sign === '{') {
      current.push(readBraces(reader))
    } else {
      current.push(readText(reader, nested))
    }
  }
  return options
}

function readBraces(reader: Reader): Piece {
  reader.at += 1
  const options = readOptions(reader, true)
  if (reader.template.charAt(reader.at) !== '}') throw new Error(`Open brace in “${reader.template}”`)
  reader.at += 1
  const only = options[0]?.[0]
  if (options.length === 1 && options[0]?.length === 1 && only?.kind === 'text') {
    return { kind: 'slot', name: only.text }
  }
  return { kind: 'choice', options }
}

function readText(reader: Reader, nested: boolean): Piece {
  const start = reader.at
  while (reader.at < reader.template.length) {
    const sign = reader.template.charAt(reader.at)
    if (sign === '{' || sign === '}' || (nested && sign === '|')) break
    reader.at += 1
  }
  return { kind: 'text', text: reader.template.slice(start, reader.at) }
}
