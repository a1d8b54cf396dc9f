/**
 * Fonts for what people call themselves: Latin, Greek, Cyrillic, Vietnamese, Devanagari and Chinese. Each is many small files, and a
 * document embeds only the signs that it uses. A sign that no file has is drawn as an empty box.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Weight = 400 | 600

const { resolve } = createRequire(import.meta.url)

/** In the order in which they are asked. */
const packages = ['noto-sans', 'noto-sans-sc'] as const

interface FontPart {
  readonly name: string
  readonly folder: string
  /** First and last code point of each range that it has. */
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

/** Parts of a text, each with the font file that has its signs. */
export interface FontRun {
  readonly text: string
  readonly file: string
}

export interface Fonts {
  readonly runsOf: (text: string, weight: Weight) => readonly FontRun[]
  readonly bytesOf: (file: string) => Buffer
}

export function openFonts(): Fonts {
  const parts = packages.flatMap(partsOf)
  const [usual] = parts
  if (!usual) throw new Error('No font is installed')
  const partFor = (sign: string) => {
    const point = sign.codePointAt(0) ?? 0
    return (
      parts.find(({ ranges }) => ranges.some(([first, last]) => point >= first && point <= last)) ?? usual
    )
  }
  return {
    runsOf(text, weight) {
      const runs: { text: string; part: FontPart }[] = []
      for (const sign of text) {
        const part = partFor(sign)
        const last = runs.at(-1)
        if (last?.part === part) last.text += sign
        else runs.push({ text: sign, part })
      }
      return runs.map(({ text: own, part: { folder, name } }) => ({
        text: own,
        file: join(folder, 'files', `${name}-${weight}-normal.woff`),
      }))
    },
    bytesOf: (file) => readFileSync(file),
  }
}

/** Latin first: the ranges of the other files have spaces and digits, too. */
function partsOf(name: (typeof packages)[number]): FontPart[] {
  const file = resolve(`@fontsource/${name}/unicode.json`)
  const ranges = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const parts = Object.entries(ranges).map(([key, text]) => ({
    // Numbered parts are written as `[4]`.
    name: `${name}-${key.replace(/[[\]]/g, '')}`,
    folder: dirname(file),
    ranges: text.split(',').map(toRange),
  }))
  return parts.toSorted((one, other) => Number(isLatin(other)) - Number(isLatin(one)))
}

const isLatin = ({ name }: FontPart) => name === 'noto-sans-latin'

/** `U+0460-052F`, `U+1C80` */
function toRange(text: string): readonly [number, number] {
  const [first = '0', last = first] = text.trim().replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}
