const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  para: '¶',
  deg: '°',
  plusmn: '±',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  times: '×',
  divide: '÷',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  micro: 'µ',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  atilde: 'ã',
  auml: 'ä',
  aring: 'å',
  aelig: 'æ',
  ccedil: 'ç',
  egrave: 'è',
  eacute: 'é',
  ecirc: 'ê',
  euml: 'ë',
  igrave: 'ì',
  iacute: 'í',
  icirc: 'î',
  iuml: 'ï',
  ntilde: 'ñ',
  ograve: 'ò',
  oacute: 'ó',
  ocirc: 'ô',
  otilde: 'õ',
  ouml: 'ö',
  oslash: 'ø',
  ugrave: 'ù',
  uacute: 'ú',
  ucirc: 'û',
  uuml: 'ü',
  yacute: 'ý',
  thorn: 'þ',
  eth: 'ð',
  yuml: 'ÿ',
  oelig: 'œ',
  scaron: 'š',
  zwnj: '\u200c',
  zwj: '\u200d',
  shy: '\u00ad',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
}

const unseen = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])
const block =
  /^(?:address|article|aside|blockquote|body|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul)$/

/**
 * The text of HTML as a reader sees it: blocks on lines of their own, cells apart, scripts and styles left out,
 * entities resolved. Takes time linear in the length, whatever the markup; it is for reading and examining, never for showing.
 */
export function htmlText(html: string): string {
  const lastEnd = html.lastIndexOf('>')
  const neverClosed = new Set<string>() // so that a thousand lone start tags are not a thousand searches
  let text = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) {
      text += decode(html.slice(at))
      break
    }
    text += decode(html.slice(at, open))
    const tag = open < lastEnd ? readTag(html, open) : undefined
    if (!tag) {
      text += '<'
      at = open + 1
      continue
    }
    at = tag.end
    if (!tag.closing && unseen.has(tag.name) && !neverClosed.has(tag.name)) {
      const behind = endOf(html, tag)
      if (behind === undefined) neverClosed.add(tag.name)
      else at = behind
    }
    text += breakFor(tag.name)
  }
  return tidy(text)
}

interface Tag {
  readonly name: string
  readonly closing: boolean
  readonly end: number
}

/** A tag, a comment or a declaration that begins at `open`; undefined where the sign is only a sign. */
function readTag(html: string, open: number): Tag | undefined {
  if (html.startsWith('<!--', open)) {
    const end = html.indexOf('-->', open + 4)
    return { name: '', closing: false, end: end < 0 ? html.length : end + 3 }
  }
  const next = html.charCodeAt(open + 1) | 32
  const isTag = (next >= 97 && next <= 122) || '/!?'.includes(html.charAt(open + 1))
  if (!isTag || open + 1 >= html.length) return undefined
  const end = html.indexOf('>', open)
  const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)?/i.exec(html.slice(open, open + 24)) ?? []
  return { name: name.toLowerCase(), closing: slash === '/', end: end < 0 ? html.length : end + 1 }
}

/** Behind the end tag. Where there is none, nothing is skipped: no text can hide behind a lone start tag. */
function endOf(html: string, tag: Tag): number | undefined {
  const close = new RegExp(`</${tag.name}\\s*>`, 'gi')
  close.lastIndex = tag.end
  return close.exec(html) ? close.lastIndex : undefined
}

function breakFor(name: string): string {
  if (name === 'br' || block.test(name)) return '\n'
  return name === 'td' || name === 'th' ? '\t' : ''
}

function decode(raw: string): string {
  const flowing = raw.replace(/[ \t\r\n\f]+/g, ' ')
  return flowing.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,10}));?/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) {
        const known = Object.hasOwn(named, name)
          ? named[name]
          : Object.hasOwn(named, name.toLowerCase())
            ? named[name.toLowerCase()]
            : undefined
        return known === undefined ? whole : isCapital(name) ? known.toUpperCase() : known
      }
      const code = Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16)
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : '\ufffd'
    },
  )
}

const isCapital = (name: string) => /^[A-Z][a-z]/.test(name) || /^(?:AE|OE)lig$/.test(name)

/** No blanks at the ends of lines, no more than one empty line. */
function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
