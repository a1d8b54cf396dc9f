/** The names of charsets, and their decoders. */
import { latin1 } from './bytes.ts'
import { decodeHz, decodeIso2022Kr, decodeUtf32, decodeUtf7 } from './seven-bit.ts'

export interface Charset {
  /** The name in the encoding standard. */
  readonly name: string
  /** Whether bytes below 0x80 are ASCII at the start of characters. */
  readonly holdsAscii: boolean
  decode(bytes: Uint8Array): string
}

/** Old programs' names for encodings with other names in the standard. */
const aliases: readonly [pattern: RegExp, name: string][] = [
  [/^(?:cp|ms|win|windows|x-cp|x-windows)[-_]?(125\d|874)$/, 'windows-$1'],
  [
    /^(?:cp|ms|windows|x-ms-cp|x-sjis-cp|ibm)[-_]?9(?:32|42|43)$|^x-?sjis|^(?:ms[-_]?kanji|shift[-_]?jis)/,
    'shift_jis',
  ],
  [
    /^(?:cp|ms|windows|x-ms-cp|ibm)[-_]?(?:936|54936)$|^(?:x-)?gbk?[-_]?(?:2312|18030)?(?:[-_].*)?$|^euc[-_]?cn$/,
    'gb18030',
  ],
  [/^(?:cp|ms|windows|x-ms-cp|ibm)[-_]?949$|^uhc$/, 'euc-kr'],
  [/^(?:cp|ms|windows|x-ms-cp|ibm)[-_]?950$|^big-?5/, 'big5'],
  [/^(?:iso|x-iso)[-_]?(?:8859|ir)[-_]?(\d{1,2})(?:[-_]?[ei])?$/, 'iso-8859-$1'],
  [/^(?:latin|l)[-_]?1$|^(?:x-)?(?:ansi|ascii|user-defined)|^us[-_]?ascii|^iso[-_]?646/, 'windows-1252'],
  [/^(?:x-)?(?:utf|unicode-?1?-?1?-utf)[-_]?8/, 'utf-8'],
  [/^(?:ucs-?2|unicode|iso-10646-ucs-2|x-utf-16le|utf-?16le)$/, 'utf-16le'],
]

/** The charsets that no `TextDecoder` reads. */
const ours: readonly [pattern: RegExp, name: string, decode: Charset['decode']][] = [
  [/utf[-_]?7|^(?:cp|windows|x-cp)?-?65000$/, 'utf-7', decodeUtf7],
  [/^hz(?:-gb)?/, 'hz-gb-2312', decodeHz],
  [/^(?:cs)?iso-?2022-?kr/, 'iso-2022-kr', decodeIso2022Kr],
  [/^(?:utf-?32|ucs-?4)le/, 'utf-32le', (bytes) => decodeUtf32(bytes, 'little')],
  [/^(?:utf-?32|ucs-?4|iso-10646-ucs-4)/, 'utf-32be', (bytes) => decodeUtf32(bytes, 'big')],
]

const longestName = 100

/** The charset of a name, in any common spelling; undefined if unknown. */
export function charsetNamed(written: string): Charset | undefined {
  const label = written
    .trim()
    .slice(0, longestName)
    .toLowerCase()
    .replace(/^['"]+|['"]+$/g, '')
  for (const [pattern, name, decode] of ours)
    if (pattern.test(label)) return { name, holdsAscii: false, decode }
  for (const [pattern, name] of aliases) {
    const known = pattern.test(label) ? standard(label.replace(pattern, name)) : undefined
    if (known) return known
  }
  return standard(label)
}

function standard(label: string): Charset | undefined {
  try {
    const { encoding } = new TextDecoder(label)
    const holdsAscii = !/^(?:utf-16|iso-2022)/.test(encoding)
    return { name: encoding, holdsAscii, decode: (bytes) => new TextDecoder(encoding).decode(bytes) }
  } catch {
    return undefined
  }
}

/** Base64 between `+` and `-`; it is sought from the beginning of a run of such letters, so in linear time. */
const utf7 = /(?<![A-Za-z0-9+/])[A-Za-z0-9/]*\+[A-Za-z0-9+/]{3,}-/
/** No pair begins with `~`. */
const hz = /~\{(?:[!-}][!-~])+~\}/

/** Whether a text in seven bits has the shifts of a charset that hides other characters behind them. */
export function shiftedCharset(bytes: Uint8Array): Charset | undefined {
  const text = latin1(bytes)
  if (utf7.test(text)) return charsetNamed('utf-7')
  if (hz.test(text)) return charsetNamed('hz-gb-2312')
  if (/\x1b\$[@B]|\x1b\([IJ]/.test(text)) return charsetNamed('iso-2022-jp') // oxlint-disable-line no-control-regex -- they are its shifts
  return text.includes('\x1b$)C') ? charsetNamed('iso-2022-kr') : undefined
}
