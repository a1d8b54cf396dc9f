/**
 * The language of one message. Short texts say too little: `docs/analysis.md` shows how often they are recognized.
 */

/** Finds the language of a text as a code of `spokenLanguages` (`@verbatim/contract/languages.ts`), or `und`. */
export type LanguageOf = (text: string) => string

/** How much of a text is read, in UTF-16 code units: enough for any answer, at a bounded cost. */
const readLength = 600
/** Below this number of letters, most languages of an alphabet share too many words. Other scripts tell more. */
const [fewestOfAlphabet, fewestOfScript] = [15, 2]
/** Of a page or a person. */
const address = /\b(?:https?:\/\/|www\.)\S+|\S+@\S+/gi
const letters = /\p{L}/gu
const ofAlphabet = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}]/u

let opened: Promise<LanguageOf> | undefined

/** Loads the letter statistics once, for processes that read texts; they take 85 MB. */
export function openLanguages(): Promise<LanguageOf> {
  opened ??= load()
  return opened
}

async function load(): Promise<LanguageOf> {
  const { eld } = await import('eld/extrasmall')
  const detector = eld.newInstance()
  return (text) => {
    const part = text.slice(0, readLength).replaceAll(address, ' ')
    const count = part.match(letters)?.length ?? 0
    if (count < (ofAlphabet.test(part) ? fewestOfAlphabet : fewestOfScript)) return 'und'
    const found = detector.detect(part)
    return found.isReliable() && found.language ? found.language : 'und'
  }
}
