/** Detects the charset of bytes without a declared charset, or with a wrong one. */
import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import { type Charset, charsetNamed } from './names.ts'

/** How many bytes are checked. */
const headBytes = 32_768
/** In percent: from this confidence on, the detector has seen the usual characters of a script. */
const certain = 50
/** Non-Western scripts are written in runs of high bytes; Western text has them one by one. */
const denseShare = 0.8
const mostReadings = 4

/** If two fit equally, the more widely used one first. */
const widest = ['gb18030', 'big5', 'euc-kr', 'shift_jis', 'euc-jp', 'windows-1251', 'koi8-r']

/**
 * The possible charsets of bytes beyond ASCII, likeliest first; several for a non-Western script with
 * too few bytes to decide. Never empty: Western text is the default.
 */
export function likelyCharsets(bytes: Uint8Array): Charset[] {
  const western = charsetNamed('windows-1252')
  if (!western) throw new Error('This Node reads no windows-1252')
  const head = bytes.subarray(0, headBytes)
  const found = analyse(head)
    .flatMap(({ name, confidence }) => {
      const charset = confidence > 0 ? charsetNamed(name) : undefined
      const isOne = charset?.holdsAscii && charset.name !== 'utf-8' && fits(head, charset)
      return isOne ? [{ charset, confidence: confidence + scriptBonus(head, charset) }] : []
    })
    .toSorted((a, b) => b.confidence - a.confidence || rank(a.charset) - rank(b.charset))
  const [first] = found
  if (!isDense(head)) return [first && first.confidence >= certain ? first.charset : western]
  if (first && first.confidence >= certain && isWide(first.charset)) return [first.charset]
  const all = [...found.map(({ charset }) => charset), western]
  return [...new Map(all.map((charset) => [charset.name, charset])).values()].slice(0, mostReadings)
}

/** For short texts the script is more reliable than the frequencies of characters. */
const scripts: readonly [charsets: RegExp, usual: RegExp, share: number, bonus: number][] = [
  [/^(?:shift_jis|euc-jp)/, /[\u3040-\u30ff]/gu, 0.3, 45],
  [/^euc-kr/, /[\uac00-\ud7a3]/gu, 0.85, 15],
  [/^(?:gb|big5)/, /[\u4e00-\u9fff\u3000-\u301f\uff00-\uff5e]/gu, 0.85, 10],
]

function scriptBonus(head: Uint8Array, charset: Charset): number {
  const beyond = charset.decode(head).replace(/[\x20-\x7e\s]+/g, '')
  if (/[\u2500-\u259f]/.test(beyond)) return -50 // frames of terminals
  for (const [charsets, usual, share, bonus] of scripts)
    if (charsets.test(charset.name) && (beyond.match(usual)?.length ?? 0) >= beyond.length * share)
      return bonus
  return 0
}

const rank = ({ name }: Charset) => (widest.includes(name) ? widest.indexOf(name) : widest.length)

/** Whether its characters may have several bytes. */
export const isWide = ({ name }: Charset) => /^(?:gb18030|gbk|big5|euc-|shift_jis)/.test(name)

/** The head may end within a character. */
function fits(head: Uint8Array, { name }: Charset): boolean {
  try {
    new TextDecoder(name, { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

function isDense(head: Uint8Array): boolean {
  let high = 0
  let beside = 0
  head.forEach((byte, at) => {
    if (byte < 0x80) return
    high++
    if ((head[at - 1] ?? 0) >= 0x80 || (head[at + 1] ?? 0) >= 0x80) beside++
  })
  return high >= 4 && beside >= high * denseShare
}

/** UTF-16 or UTF-32, by its mark, or without one if most letters are below U+0100. */
export function wideCharset(bytes: Uint8Array): Charset | undefined {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  const name = marked?.[0] ?? wideByNuls(bytes.subarray(0, headBytes))
  return name === undefined ? undefined : charsetNamed(name)
}

/** Byte order marks; that of UTF-32 begins with that of UTF-16. */
const marks: readonly (readonly [charset: string, mark: readonly number[]])[] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** In UTF-16 every other byte of such letters is NUL, in UTF-32 three of four. */
function wideByNuls(head: Uint8Array): string | undefined {
  if (head.length < 4) return undefined
  const [n0, n1, n2, n3] = nulShares(head)
  if (n1 > 0.9 && n2 > 0.9 && n0 < 0.1 && n3 > 0.9) return 'utf-32le'
  if (n0 > 0.9 && n1 > 0.9 && n2 > 0.9 && n3 < 0.1) return 'utf-32be'
  if (n1 + n3 >= 1.2 && n0 + n2 < 0.2) return 'utf-16le'
  return n0 + n2 >= 1.2 && n1 + n3 < 0.2 ? 'utf-16be' : undefined
}

/** For each of four places, the share of the groups of four bytes that have NUL there. */
function nulShares(head: Uint8Array): readonly [number, number, number, number] {
  const nuls: [number, number, number, number] = [0, 0, 0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) nuls[at % 4] = (nuls[at % 4] ?? 0) + 1
  })
  const groups = head.length / 4
  return [nuls[0] / groups, nuls[1] / groups, nuls[2] / groups, nuls[3] / groups]
}

/** If only the start of a text is checked, it may be cut within a character. */
export function isUtf8Until(head: Uint8Array, isCut: boolean): boolean {
  return isUtf8(head) || (isCut && [1, 2, 3].some((less) => isUtf8(head.subarray(0, head.length - less))))
}
