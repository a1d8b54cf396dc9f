/**
 * Fonts for what people call themselves: Latin, Greek, Cyrillic, Vietnamese, Devanagari, Arabic, Hebrew, Thai, Korean, Chinese and
 * Japanese. Each is many small files, of which a document reads and embeds what it uses. A sign that no file has is an empty box.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unpackFont } from './woff.ts'

export type Weight = 400 | 600

const { resolve } = createRequire(import.meta.url)

type Range = readonly [first: number, last: number]

/** Packages in the order in which they are asked, each with the signs that are taken from it; all that it has, unless it says. */
const packages: readonly { readonly name: string; readonly only?: readonly Range[] }[] = [
  { name: 'noto-sans' },
  {
    name: 'noto-sans-arabic',
    only: [
      [0x06_00, 0x06_ff],
      [0x07_50, 0x07_7f],
      [0x08_a0, 0x08_ff],
      [0xfb_50, 0xfd_ff],
      [0xfe_70, 0xfe_fc],
    ],
  },
  {
    name: 'noto-sans-hebrew',
    only: [
      [0x05_90, 0x05_ff],
      [0xfb_1d, 0xfb_4f],
    ],
  },
  { name: 'noto-sans-thai', only: [[0x0e_00, 0x0e_7f]] },
  // The Chinese package names some Korean signs, and has none.
  {
    name: 'noto-sans-kr',
    only: [
      [0x11_00, 0x11_ff],
      [0x31_30, 0x31_8f],
      [0xa9_60, 0xa9_7f],
      [0xac_00, 0xd7_ff],
    ],
  },
  { name: 'noto-sans-sc' },
]

interface FontPart {
  readonly name: string
  readonly folder: string
  /** Of the signs that are taken from it. */
  readonly ranges: readonly Range[]
}

/** Parts of a text, each with the font file that has its signs. */
export interface FontRun {
  readonly text: string
  readonly file: string
}

interface Fonts {
  readonly runsOf: (text: string, weight: Weight) => readonly FontRun[]
  readonly bytesOf: (file: string) => Buffer
}

export function openFonts(): Fonts {
  const parts = packages.flatMap(partsOf)
  const [usual] = parts
  if (!usual) throw new Error('No font is installed')
  const known = new Map<string, FontPart>()
  const partFor = (sign: string) => {
    const point = sign.codePointAt(0) ?? 0
    const part =
      known.get(sign) ??
      parts.find(({ ranges }) => ranges.some(([first, last]) => point >= first && point <= last)) ??
      usual
    known.set(sign, part)
    return part
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
    bytesOf: (file) => unpackFont(readFileSync(file)),
  }
}

/** Latin first: the ranges of the other files have spaces and digits, too. */
function partsOf({ name, only = everything }: (typeof packages)[number]): FontPart[] {
  const file = resolve(`@fontsource/${name}/unicode.json`)
  const ranges = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const parts = Object.entries(ranges).map(([key, text]) => ({
    // Numbered parts are written as `[4]`.
    name: `${name}-${key.replace(/[[\]]/g, '')}`,
    folder: dirname(file),
    ranges: text
      .split(',')
      .map(toRange)
      .flatMap((range) => only.flatMap((wanted) => within(range, wanted))),
  }))
  return parts.toSorted((one, other) => Number(isLatin(other)) - Number(isLatin(one)))
}

const everything: readonly Range[] = [[0, 0x10_ff_ff]]

/** What two ranges have in common. */
function within([first, last]: Range, [from, to]: Range): Range[] {
  const both = [Math.max(first, from), Math.min(last, to)] as const
  return both[0] <= both[1] ? [both] : []
}

const isLatin = ({ name }: FontPart) => name === 'noto-sans-latin'

/** `U+0460-052F`, `U+1C80` */
function toRange(text: string): Range {
  const [first = '0', last = first] = text.trim().replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}
