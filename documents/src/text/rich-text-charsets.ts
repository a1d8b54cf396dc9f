/** The code pages of Rich Text, by the charsets of its fonts. */

const ofCharsets: Readonly<Record<number, string>> = {
  77: '10000',
  128: '932',
  129: '949',
  134: '936',
  136: '950',
  161: '1253',
  162: '1254',
  163: '1258',
  177: '1255',
  178: '1256',
  186: '1257',
  204: '1251',
  222: '874',
  238: '1250',
}

/** Undefined for a charset that says nothing: then the one of the file counts. */
export const codePageOf = (charset: number): string | undefined => ofCharsets[charset]

const names: Readonly<Record<string, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

/** Western for an unknown one. */
export function decoderOf(codePage = '1252'): InstanceType<typeof TextDecoder> {
  const known = decoders.get(codePage)
  if (known) return known
  try {
    const decoder = new TextDecoder(names[codePage] ?? `windows-${codePage}`)
    decoders.set(codePage, decoder)
    return decoder
  } catch {
    return decoderOf()
  }
}
