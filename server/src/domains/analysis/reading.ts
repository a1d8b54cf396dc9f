/** One text as the analyser reads it: its tokens, and which cues stand where. */
import { type Characters, tabulateCharacters } from './characters.ts'
import { hastes, tones } from './cues.ts'
import { join } from './hashing.ts'
import { compileLexicon, type CueTable, findSlot, phraseLength } from './lexicon.ts'
import { makeTokens, readTokens, tokenLimit, type Tokens } from './tokens.ts'

/** Says of a token that it continues the phrase before it. */
export const continued = 255

/** Everything a reading needs and nothing else may touch; one per thread. The next text overwrites it. */
export interface Reading {
  readonly tokens: Tokens
  /** The tone cue of each token (1-based number, 0 none); the longest phrase wins, then the later one. */
  readonly tone: Uint8Array
  /** How often each haste cue was seen. */
  readonly hasteCounts: Uint8Array
  readonly haste: Uint8Array
  readonly characters: Characters
  readonly table: CueTable
}

export function makeReading(): Reading {
  const characters = tabulateCharacters()
  return {
    tokens: makeTokens(),
    tone: new Uint8Array(tokenLimit),
    haste: new Uint8Array(tokenLimit),
    hasteCounts: new Uint8Array(hastes.length + 1),
    characters,
    table: compileLexicon(characters),
  }
}

/** The number of a tone as `Reading.tone` holds it. */
export function toneNumber(name: (typeof tones)[number]): number {
  return tones.indexOf(name) + 1
}

/** Reads `text` into `reading`. Linear in the part of the text that is read, see `tokens.ts`. */
export function readText(text: string, reading: Reading): void {
  const { tokens, tone, haste, hasteCounts, characters, table } = reading
  readTokens(text, characters, tokens)
  const { count, hash, stem, starts } = tokens
  let sentence = 0
  for (let at = 0; at < count; at++) {
    if (starts[at] === 1) sentence = at
    tone[at] = 0
    haste[at] = 0
    const first = Math.max(sentence, at - phraseLength + 1)
    let tonal = false
    let hasty = false
    // Longest first, so that what a longer phrase says hides what its words say.
    for (let from = first; from <= at && !(tonal && hasty); from++) {
      let phrase = hash[from] ?? 0
      for (let next = from + 1; next <= at; next++) phrase = join(phrase, hash[next] ?? 0)
      let slot = findSlot(table, phrase)
      if (slot < 0 && from === at && stem[at] !== 0) slot = findSlot(table, stem[at] ?? 0)
      if (slot < 0) continue
      const toneCue = table.tone[slot] ?? 0
      const hasteCue = table.haste[slot] ?? 0
      if (!tonal && toneCue !== 0) {
        tonal = true
        mark(tone, from, at, toneCue)
      }
      if (!hasty && hasteCue !== 0) {
        hasty = true
        mark(haste, from, at, hasteCue)
      }
    }
  }
  hasteCounts.fill(0)
  for (let at = 0; at < count; at++) {
    const cue = haste[at] ?? 0
    if (cue !== 0 && cue !== continued) hasteCounts[cue] = Math.min((hasteCounts[cue] ?? 0) + 1, 250)
  }
}

function mark(cues: Uint8Array, from: number, to: number, cue: number): void {
  // A phrase cut in two by this one keeps what is left of it.
  cues[from] = cue
  for (let at = from + 1; at <= to; at++) cues[at] = continued
}
