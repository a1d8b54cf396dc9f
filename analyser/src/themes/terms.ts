/** The terms of one message: what it is about, in concepts of six languages and in stems of its other words. */
import { conceptOf, makeVocabulary, type ThemeLanguage, themeLanguages, type Vocabulary } from './concepts.ts'
import { elision, fold } from './folding.ts'
import { readStopWords, stem, withoutContraction } from './words.ts'

/** Begins the word that was written for a concept. No other term begins so. */
export const wordMark = '~'
/** How much of a text is read, in UTF-16 code units, and how many terms are kept of it. */
const readLength = 2400
const mostTerms = 40
/** Words kept per language, so that a word is looked up once; then the memory starts again. */
const mostRemembered = 50_000

/**
 * What `text` is about, each term once, in the order of the text; then the words that were written for its concepts. Numbers, addresses, greetings, stop words, names
 * as far as capitals tell them, quoted lines and what follows a closing formula are left out. `language` is the
 * code of the language recognized; without it the words of all six languages count. Never throws.
 */
export function themeTerms(text: string, language?: string, onWritten?: OnWritten): readonly string[] {
  const reader = readerOf(language)
  const terms = new Set<string>()
  const written = new Set<string>()
  const { words, names, plain } = wordsOf(
    text.slice(0, readLength),
    language === 'de',
    onWritten !== undefined,
  )
  for (let at = 0; at < words.length && terms.size < mostTerms;) {
    const word = words[at] ?? ''
    const phrase = reader.vocabulary.findPhrase(words, at)
    if (phrase) {
      addConcept({ reader, terms, written }, phrase.term, words.slice(at, at + phrase.length).join(' '))
    } else if (han.test(word)) addHan(word, { reader, terms, written })
    else {
      const term = termOf(reader, word)
      if (term.startsWith(':')) addConcept({ reader, terms, written }, term, word)
      else if (term !== '' && !names.has(at)) terms.add(term)
      if (names.has(at) || plain.has(at)) noteWritten(onWritten, term, names.has(at))
    }
    at += phrase?.length ?? 1
  }
  return [...terms, ...written]
}

/** Of words that are no concepts. */
function noteWritten(onWritten: OnWritten | undefined, term: string, asName: boolean): void {
  if (onWritten && term !== '' && !term.startsWith(':')) onWritten(term, asName)
}

/** Receives how a word within a sentence was written: with a capital, so that it is left out as a name, or without. */
type OnWritten = (term: string, asName: boolean) => void

/** Two characters of Chinese between known words; they may be parts of two. */
export const isPair = (term: string): boolean => pair.test(term)
const pair = /^\p{Script=Han}/u

/** Adds a concept, and its word, which distinguishes what the concept joins. Minor concepts say little about a subject, so their words are left out. */
function addConcept({ reader, terms, written }: Taking, concept: string, word: string): void {
  terms.add(concept)
  if (!conceptOf.get(concept)?.isMinor) written.add(writtenTerm(reader, word))
}

function writtenTerm({ written }: Reader, word: string): string {
  const known = written.get(word)
  if (known !== undefined) return known
  const term = apart(`${wordMark}${word.includes(' ') ? word : stem(word)}`)
  if (written.size >= mostRemembered) written.clear()
  written.set(word, term)
  return term
}

/** What a text has so far. */
interface Taking {
  readonly reader: Reader
  readonly terms: Set<string>
  readonly written: Set<string>
}

interface Reader {
  readonly vocabulary: Vocabulary
  readonly isStopWord: (word: string) => boolean
  readonly remembered: Map<string, string>
  /** The terms of words that stand for concepts. */
  readonly written: Map<string, string>
}

const readers = new Map<string, Reader>()

function readerOf(code: string | undefined): Reader {
  const language = themeLanguages.find((known) => known === code)
  const key = language ?? ''
  const known = readers.get(key)
  if (known) return known
  const reader = makeReader(language)
  readers.set(key, reader)
  return reader
}

function makeReader(language: ThemeLanguage | undefined): Reader {
  return {
    vocabulary: makeVocabulary(language),
    isStopWord: readStopWords(language),
    remembered: new Map(),
    written: new Map(),
  }
}

/** The term of one folded word, or '' where it has none. */
function termOf(reader: Reader, word: string): string {
  const known = reader.remembered.get(word)
  if (known !== undefined) return known
  const term = reader.vocabulary.find(word) ?? (isTelling(reader, word) ? apart(stem(word)) : '')
  if (reader.remembered.size >= mostRemembered) reader.remembered.clear()
  reader.remembered.set(word, term)
  return term
}

/** A copy: a part of a string keeps all of it in memory, and many terms outlive their texts. */
const apart = (term: string) => Buffer.from(term).toString()

function isTelling(reader: Reader, word: string): boolean {
  return (
    word.length > 2 &&
    word.length < 30 &&
    !reader.isStopWord(word) &&
    !reader.isStopWord(withoutContraction(word))
  )
}

/** Words by script, so that Chinese next to other letters is apart; then marks; then what has digits. Kana alone is grammar. */
const token =
  /#?[\p{L}--\p{Script=Han}]*\p{N}[[\p{L}\p{N}_]--\p{Script=Han}]*|\p{Script=Han}+|[\p{Script=Hiragana}ー]+|(?:[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}]]+)(?:'[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}]]+)*|[.!?。！？\n:;]+/gv
const kana = /^[\p{Script=Hiragana}ー]/u
const han = /\p{Script=Han}/u
const mark = /^[.!?。！？\n:;]/
const capital = /^\p{Lu}\p{Ll}/u
const address =
  /\b(?:https?:\/\/|www\.)\S+|[^\s@]{1,64}@[^\s@]{1,255}\.\w+|[@]\w+|<[^<>\n]{1,200}>|&\w{1,6};/gi
const quoted = /^>.*$/gm
/** A line that closes a letter: what follows is a name, an address, a disclaimer. */
const closing =
  /\n(?:--|(?:(?:kind|best|warm|with best|many)? ?regards|sincerely|yours (?:sincerely|faithfully|truly)|mit (?:freundlichen|besten|herzlichen) gr[uü](?:ß|ss)en|viele gr[uü](?:ß|ss)e|(?:bien )?cordialement|bien à vous|(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|atenciosamente|(?:com os )?(?:melhores )?cumprimentos|此致|顺颂商祺)[,.!\s]*(?:\n|$))/i

/**
 * The folded words of a text. Within a sentence, where capitals tell something, `names` have one; `plain` words, if they are asked for, do
 * not.
 */
function wordsOf(
  text: string,
  isGerman: boolean,
  withPlain: boolean,
): { words: string[]; names: Set<number>; plain: Set<number> } {
  const end = text.search(closing)
  const body = (end < 0 ? text : text.slice(0, end)).replaceAll(quoted, ' ').replaceAll(address, ' ')
  const words: string[] = []
  const names = new Set<number>()
  const plain = new Set<number>()
  let isStart = true
  for (const [raw] of body.replaceAll('’', "'").matchAll(token)) {
    if (mark.test(raw)) {
      isStart = true
      continue
    }
    if (!digit.test(raw) && !kana.test(raw)) {
      if (!isStart && capital.test(raw)) names.add(words.length)
      else if (!isStart && withPlain) plain.add(words.length)
      words.push(fold(raw).replace(elision, ''))
    }
    isStart = false
  }
  // Where most words have capitals, they are nouns of German or a heading.
  if (isGerman || names.size * 3 > words.length * 2) {
    names.clear()
    plain.clear()
  }
  return { words, names, plain }
}

const digit = /[\p{N}_#@]/u

/** Chinese is written without spaces: known words first, the longest that fits, then pairs of the characters between. */
function addHan(run: string, taking: Taking): void {
  const { reader, terms } = taking
  // Rare characters take two code units.
  const characters = Array.from(run)
  const wordAt = (at: number, size: number) => characters.slice(at, at + size).join('')
  let between: string[] = []
  for (let at = 0; at < characters.length;) {
    const length = longestWord.find((size) => reader.vocabulary.whole.has(wordAt(at, size)))
    if (length === undefined) between.push(characters[at++] ?? '')
    else {
      addPairs(between, terms)
      between = []
      addConcept(taking, reader.vocabulary.whole.get(wordAt(at, length)) ?? '', wordAt(at, length))
      at += length
    }
  }
  addPairs(between, terms)
}

function addPairs(characters: readonly string[], terms: Set<string>): void {
  for (let at = 0; at + 1 < characters.length; at++) {
    const pair = `${characters[at]}${characters[at + 1]}`
    if (!commonHan.test(pair)) terms.add(pair)
  }
}

/** The terms that people's names give, so that no theme is found around a person. Concepts are none of them. */
export function termsOfNames(names: Iterable<string>): ReadonlySet<string> {
  const terms = new Set<string>()
  for (const name of names)
    for (const [raw] of name.slice(0, readLength).replaceAll('’', "'").matchAll(token)) {
      if (han.test(raw)) addPairs(Array.from(raw), terms)
      else terms.add(stem(fold(raw).replace(elision, '')))
    }
  return terms
}

/** How much more often a term is written as a name than as a word, if it is one. */
const nameFactor = 2
const fewestNamed = 3

/**
 * Notes how words are written in many texts: people, firms and places that messages only mention have a capital within a sentence. So
 * they can be left out of texts, too, that do not show it.
 */
export class Names {
  readonly #seen = new Map<string, { named: number; plain: number }>()

  readonly note: OnWritten = (term, asName) => {
    const seen = this.#seen.get(term) ?? { named: 0, plain: 0 }
    this.#seen.set(term, seen)
    seen[asName ? 'named' : 'plain'] += 1
  }

  found(): ReadonlySet<string> {
    const isName = ({ named, plain }: { named: number; plain: number }) =>
      named >= fewestNamed && named > plain * nameFactor
    return new Set([...this.#seen].filter(([, seen]) => isName(seen)).map(([term]) => term))
  }
}

const longestWord = [6, 5, 4, 3, 2, 1]
/** Characters that are mostly grammar, time or courtesy, so a pair with one says nothing. */
const commonHan =
  /[的了是不我你您他她它们们在有和就也都很这那个一二三四五六七八九十到说要去会着没看好自己吗呢吧啊呀哦哈嗯么什怎为谢请今明昨天年月日时分点上下来可以能还想让给把被对从与或但如果因所再又已经刚才先后最更太多少大小新里外前中过得地之其此将请帮忙知道觉现]/
