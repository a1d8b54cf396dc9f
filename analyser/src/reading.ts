/** One text as the analyser reads it: its tokens, and the positions of its cues. */
import { type Characters, tabulateCharacters } from './characters.ts'
import { hastes, tones } from './cues.ts'
import { join } from './hashing.ts'
import { compileLexicon, type CueTable, findSlot, phraseLength } from './lexicon.ts'
import { makeTokens, readTokens, tokenLimit, type Tokens } from './tokens.ts'

/** Marks a token that continues the phrase before it. */
export const continued = 255

/** The state of a reading, used by nothing else; one per thread. The next text overwrites it. */
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
  const { tokens, tone, haste } = reading
  readTokens(text, reading.characters, tokens)
  let sentence = 0
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.starts[at] === 1) sentence = at
    tone[at] = 0
    haste[at] = 0
    markPhrases(reading, Math.max(sentence, at - phraseLength + 1), at)
  }
  countHastes(reading)
}

/** Marks the longest phrase of tone, and of haste, that ends at `at`; its meaning replaces that of its words. */
function markPhrases({ tokens, tone, haste, table }: Reading, first: number, at: number): void {
  let tonal = false
  let hasty = false
  for (let from = first; from <= at && !(tonal && hasty); from++) {
    const slot = slotOf(table, tokens, from, at)
    if (slot < 0) continue
    const toneCue = tonal ? 0 : (table.tone[slot] ?? 0)
    const hasteCue = hasty ? 0 : (table.haste[slot] ?? 0)
    if (toneCue !== 0) tonal = mark(tone, from, at, toneCue)
    if (hasteCue !== 0) hasty = mark(haste, from, at, hasteCue)
  }
}

/** The lexicon's slot for the tokens `from` to `to`; a missing single word is looked up by its stem. */
function slotOf(table: CueTable, { hash, stem }: Tokens, from: number, to: number): number {
  let phrase = hash[from] ?? 0
  for (let next = from + 1; next <= to; next++) phrase = join(phrase, hash[next] ?? 0)
  const slot = findSlot(table, phrase)
  return slot < 0 && from === to && stem[to] !== 0 ? findSlot(table, stem[to] ?? 0) : slot
}

function mark(cues: Uint8Array, from: number, to: number, cue: number): true {
  cues[from] = cue
  for (let at = from + 1; at <= to; at++) cues[at] = continued
  return true
}

function countHastes({ tokens, haste, hasteCounts }: Reading): void {
  hasteCounts.fill(0)
  for (let at = 0; at < tokens.count; at++) {
    const cue = haste[at] ?? 0
    if (cue !== 0 && cue !== continued) hasteCounts[cue] = Math.min((hasteCounts[cue] ?? 0) + 1, 250)
  }
}
