/**
 * Turns a reading into two lists of hashed features: of the words, and of the cues. The cues also work for subjects and
 * languages that the fit never saw; the words sharpen them where it did.
 */
import { aggrieved, angry, tones } from './cues.ts'
import { extend, join, seed, spread } from './hashing.ts'
import { continued, type Reading } from './reading.ts'
import { marks } from './tokens.ts'

export const wordBuckets = 1 << 16
export const cueBuckets = 1 << 14

const wordLimit = 2400
const cueLimit = 1200

/** Bucket numbers, in buffers that the next text reuses. A bucket may occur twice. */
export interface Features {
  wordCount: number
  readonly words: Int32Array
  cueCount: number
  readonly cues: Int32Array
  /** How much in it sounds like a grievance: 0 nothing, 1 one everyday problem, 2 more than that. */
  grievance: number
}

export function makeFeatures(): Features {
  return {
    wordCount: 0,
    words: new Int32Array(wordLimit),
    cueCount: 0,
    cues: new Int32Array(cueLimit),
    grievance: 0,
  }
}

export function extractFeatures(reading: Reading, features: Features): void {
  features.wordCount = 0
  features.cueCount = 0
  readWords(reading, features)
  readCues(reading, features)
  readShape(reading, features)
}

const starting = extend(seed, 0x220001)
const ofStem = extend(seed, 0x220002)

/** Words, pairs and triples within a sentence, word beginnings, and the word a sentence starts with. */
function readWords({ tokens }: Reading, features: Features): void {
  const { count, hash, stem, starts } = tokens
  const { words } = features
  let at = 0
  let before = 0
  let pairBefore = 0
  for (let token = 0; token < count && at < wordLimit - 5; token++) {
    const word = hash[token] ?? 0
    const start = starts[token] === 1
    words[at++] = spread(word) & (wordBuckets - 1)
    const pair = join(start ? starting : before, word)
    words[at++] = spread(pair) & (wordBuckets - 1)
    if (!start) words[at++] = spread(join(pairBefore, word)) & (wordBuckets - 1)
    const beginning = stem[token] ?? 0
    if (beginning !== 0) words[at++] = spread(join(ofStem, beginning)) & (wordBuckets - 1)
    before = word
    pairBefore = pair
  }
  features.wordCount = at
}

/** By their numbers in a reading, which are one more than their indices. */
const aggrievedCues = aggrieved.map((tone) => tones.indexOf(tone) + 1)
const angryCues = angry.map((tone) => tones.indexOf(tone) + 1)

const present = extend(seed, 0x330001)
const repeated = extend(seed, 0x330002)
const together = extend(seed, 0x330003)
const following = extend(seed, 0x330004)
const triple = extend(seed, 0x330005)
const opening = extend(seed, 0x330006)
const asking = extend(seed, 0x330007)
const shape = extend(seed, 0x330008)
const first = extend(seed, 0x330009)
const last = extend(seed, 0x33000a)

const questionMark = 60
const exclamationMark = 61
const plainWord = 62

/** Which cues occur, which occur together, which follow each other, and how sentences start. */
function readCues({ tokens, tone }: Reading, features: Features): void {
  const { count, hash, starts } = tokens
  const counts = new Uint8Array(64)
  const add = (feature: number) => {
    if (features.cueCount < cueLimit) features.cues[features.cueCount++] = spread(feature) & (cueBuckets - 1)
  }
  let before = 0
  let twoBefore = 0
  let sentenceStart = 0
  let lastStart = 0
  let firstStart = 0
  for (let token = 0; token < count; token++) {
    const toned = tone[token] ?? 0
    if (toned === continued) continue
    const cue = toned === 0 ? markCue(hash[token] ?? 0) : toned
    if (starts[token] === 1) {
      sentenceStart = cue === 0 ? plainWord : cue
      if (firstStart === 0) firstStart = sentenceStart
      lastStart = sentenceStart
      add(extend(opening, sentenceStart))
      before = twoBefore = 0
    }
    if (cue === 0) continue
    if (cue === questionMark) add(extend(asking, sentenceStart))
    counts[cue] = (counts[cue] ?? 0) + 1
    if (before !== 0) add(extend(extend(following, before), cue))
    if (twoBefore !== 0) add(extend(extend(extend(triple, twoBefore), before), cue))
    twoBefore = before
    before = cue
  }
  add(extend(first, firstStart))
  add(extend(last, lastStart))
  addPresence(counts, add)
  features.grievance = grievanceOf(counts)
}

/** The cue of a token without a tone: the cue of its mark, or none. */
function markCue(word: number): number {
  if (word === marks.question) return questionMark
  return word === marks.exclamation ? exclamationMark : 0
}

function grievanceOf(counts: Uint8Array): number {
  let found = 0
  for (const cue of angryCues) found += 2 * (counts[cue] ?? 0)
  for (const cue of aggrievedCues) found += counts[cue] ?? 0
  return Math.min(2, found)
}

function addPresence(counts: Uint8Array, add: (feature: number) => void): void {
  const seen: number[] = []
  for (let cue = 1; cue < 64; cue++) {
    const times = counts[cue] ?? 0
    if (times === 0) continue
    add(extend(present, cue))
    if (times > 1) add(extend(repeated, cue))
    if (times > 2) add(extend(extend(repeated, cue), 3))
    if (seen.length < 16) seen.push(cue)
  }
  for (let left = 0; left < seen.length; left++) {
    for (let right = left + 1; right < seen.length; right++) {
      add(extend(extend(together, seen[left] ?? 0), seen[right] ?? 0))
    }
  }
}

/** Length, marks and capitals, in coarse steps. */
function readShape({ tokens }: Reading, features: Features): void {
  const add = (kind: number, step: number) => {
    const feature = extend(extend(shape, kind), step)
    if (features.cueCount < cueLimit) features.cues[features.cueCount++] = spread(feature) & (cueBuckets - 1)
  }
  const { words, sentences, questions, exclamations, shouted, links, count, hash } = tokens
  const ending = count === 0 ? 0 : (hash[count - 1] ?? 0)
  add(1, words === 0 ? 0 : Math.min(7, 1 + Math.floor(Math.log2(words))))
  add(2, Math.min(4, sentences))
  add(3, Math.min(3, questions))
  add(4, Math.min(3, exclamations))
  add(5, Math.min(2, shouted))
  add(6, Math.min(1, links))
  add(7, ending === marks.question ? 1 : ending === marks.exclamation ? 2 : 0)
}
