/** The lexicon in all its languages, compiled to a hash table with one lookup per word and word sequence. */
import type { Characters } from './characters.ts'
import { type Haste, hastes, type Lexicon, type Tone, tones } from './cues.ts'
import { join } from './hashing.ts'
import { chinese } from '#lexicon/chinese.ts'
import { english } from '#lexicon/english.ts'
import { french } from '#lexicon/french.ts'
import { german } from '#lexicon/german.ts'
import { portuguese } from '#lexicon/portuguese.ts'
import { spanish } from '#lexicon/spanish.ts'
import { makeTokens, readTokens, stemLength, stemOf, type Tokens } from './tokens.ts'

/** The longest phrase, in tokens. */
export const phraseLength = 5

/** If two languages share a word, the earlier one's meaning holds. */
const languages: readonly Lexicon[] = [english, chinese, spanish, french, german, portuguese]

const slotCount = 1 << 15

/** An open-addressed table: phrase hash to the numbers of its cues, each 1-based, 0 for none. */
export interface CueTable {
  readonly keys: Int32Array
  readonly tone: Uint8Array
  readonly haste: Uint8Array
}

export function compileLexicon(characters: Characters): CueTable {
  const table = {
    keys: new Int32Array(slotCount),
    tone: new Uint8Array(slotCount),
    haste: new Uint8Array(slotCount),
  }
  const tokens = makeTokens()
  const add = (cues: Uint8Array, number: number, phrases: string | undefined) => {
    for (const phrase of (phrases ?? '').split(',')) {
      if (phrase.trim() === '') continue
      const slot = claimSlot(table, phraseHash(phrase.trim(), characters, tokens))
      if (cues[slot] === 0) cues[slot] = number
    }
  }
  for (const language of languages) {
    tones.forEach((tone: Tone, at) => add(table.tone, at + 1, language.tone[tone]))
    hastes.forEach((haste: Haste, at) => add(table.haste, at + 1, language.haste[haste]))
  }
  return table
}

/** The slot of `hash`, or -1 when the lexicon does not have it. */
export function findSlot(table: CueTable, hash: number): number {
  const { keys } = table
  let slot = (hash ^ (hash >>> 15)) & (slotCount - 1)
  for (;;) {
    const key = keys[slot]
    if (key === hash) return slot
    if (key === 0) return -1
    slot = (slot + 1) & (slotCount - 1)
  }
}

function claimSlot(table: CueTable, hash: number): number {
  let slot = (hash ^ (hash >>> 15)) & (slotCount - 1)
  while (table.keys[slot] !== 0 && table.keys[slot] !== hash) slot = (slot + 1) & (slotCount - 1)
  table.keys[slot] = hash
  return slot
}

function phraseHash(phrase: string, characters: Characters, tokens: Tokens): number {
  const stem = phrase.endsWith('*')
  readTokens(stem ? phrase.slice(0, -1) : phrase, characters, tokens)
  if (tokens.count === 0 || tokens.count > phraseLength)
    throw new RangeError(`phrase of ${tokens.count} tokens: ${phrase}`)
  let hash = tokens.hash[0] ?? 0
  if (stem) {
    if (phrase.length !== stemLength + 1)
      throw new RangeError(`not a stem of ${stemLength} letters: ${phrase}`)
    return stemOf(hash)
  }
  for (let at = 1; at < tokens.count; at++) hash = join(hash, tokens.hash[at] ?? 0)
  return hash
}
