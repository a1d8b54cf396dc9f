/** What a language says of going elsewhere. Texts are folded before: small letters without accents. */

export interface ElsewhereLanguage {
  /** Another application, named in place of `APP`, `CHAT`, `ONLY` or `SHORT`. */
  readonly app: RegExp
  /** A private number, phone or account of a person. */
  readonly private: RegExp
  /** A person's own mailbox. */
  readonly mail: RegExp
  /** What is better not written, or not here. */
  readonly unwritten: RegExp
  /** Then an application, number or mailbox is none: denied, forbidden, or data of a person that is kept. */
  readonly unless: RegExp
  /** Looks like a denial and is none. */
  readonly aside?: RegExp
}

/** Applications whose names mean nothing else. Names are as people write them after folding. */
const only: Readonly<Record<string, string>> = {
  whatsapp: String.raw`whats ?app|wa\.me`,
  wechat: 'we ?chat|weixin|企业微信|企業微信|微信|vx',
  imessage: 'imessages?',
  viber: 'viber',
  threema: 'threema',
  wickr: 'wickr',
  qq: 'qq(?!邮|郵|mail)',
}

/** These are also words, or companies with bonds and insurances. */
const messengers: Readonly<Record<string, string>> = {
  ...only,
  telegram: 'telegram|电报|電報',
  signal: 'signal',
  skype: 'skype',
}

/** Applications that clients also hold, buy and sell as companies. */
const companies: Readonly<Record<string, string>> = {
  snapchat: 'snapchat',
  instagram: 'instagram|insta',
  facebook: 'facebook(?: messenger)?|fb(?: messenger)?',
  discord: 'discord',
  kakaotalk: 'kakao ?talk|kakao',
  linkedin: 'linkedin',
}

/** Short for WhatsApp in Spanish and Portuguese. In English "whats" is a misspelled "what's". */
const short = 'whats|zap(?:zap)?'

const sole = Object.values(only).join('|')
const messenger = Object.values(messengers).join('|')
const app = `${messenger}|${Object.values(companies).join('|')}`
const mailHost =
  'gmail|googlemail|hotmail|yahoo|icloud|gmx|web\\.de|t-online|proton(?:mail)?|aol|outlook\\.com|qq邮箱|qq郵箱|qq ?mail|163邮箱|163郵箱|雅虎'

/**
 * An expression with `APP` for any application, `CHAT` for one that is no listed company, `ONLY` for one whose name means nothing
 * else, `SHORT` for a short name, `HOST` for any host of private mail, and `END` for the end of a clause. Only the names of
 * applications are captured.
 */
export const elsewhere = (...alternatives: readonly string[]): RegExp =>
  new RegExp(
    alternatives
      .join('|')
      .replaceAll('APP', `(${app})`)
      .replaceAll('CHAT', `(${messenger})`)
      .replaceAll('ONLY', `(${sole})`)
      .replaceAll('SHORT', `(${short})`)
      .replaceAll('HOST', `(?:${mailHost})`)
      .replaceAll('END', String.raw`\s*$|\s*[,.;:!?)]| [-\u2013\u2014]`),
  )

const known = Object.entries({
  ...messengers,
  ...companies,
  whatsapp: `${messengers['whatsapp']}|${short}`,
}).map(([name, words]) => [name, new RegExp(`^(?:${words})$`)] as const)

/** The application that is named where the expression has one. */
export function appIn(found: RegExpExecArray): string | undefined {
  const named = found.slice(1).find((group) => group !== undefined)
  return named === undefined ? undefined : known.find(([, words]) => words.test(named))?.[0]
}

/** Part of some word that every mention has, with or without accents. Most sentences have none. */
export const telling = new RegExp(
  `${app}|${short}|${mailHost}|priv|perso|pesso|partic|other (?:phone|mobile|cell|handset|sim)|writing|here|hier|schriftlich|\\bici\\b|[ée]s?crit|chat|aqu[ií]|私|个人|個人|这里|這裡|这边|书面|書面`,
  'i',
)
