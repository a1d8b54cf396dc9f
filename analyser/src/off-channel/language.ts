/** What a language says of going elsewhere. Texts are folded before: small letters without accents. */

export interface ElsewhereLanguage {
  /** Another application, named where `APP` stands. */
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

/** Applications, as people write their names after folding. */
const names: Readonly<Record<string, string>> = {
  whatsapp: String.raw`whats ?app|wa\.me|whats|zap(?:zap)?`,
  telegram: 'telegram|电报|電報',
  signal: 'signal',
  wechat: 'we ?chat|weixin|企业微信|企業微信|微信|vx',
  imessage: 'imessages?',
  viber: 'viber',
  threema: 'threema',
  wickr: 'wickr',
  snapchat: 'snapchat',
  instagram: 'instagram|insta',
  facebook: 'facebook(?: messenger)?|fb(?: messenger)?',
  discord: 'discord',
  kakaotalk: 'kakao ?talk|kakao',
  skype: 'skype',
  linkedin: 'linkedin',
  qq: 'qq(?!邮|郵|mail)',
}

const app = Object.values(names).join('|')
const mailHost =
  'gmail|googlemail|hotmail|yahoo|icloud|gmx|web\\.de|t-online|proton(?:mail)?|aol|outlook\\.com|qq邮箱|qq郵箱|qq ?mail|163邮箱|163郵箱|雅虎'

/** An expression with `APP` for any application and `HOST` for any host of private mail. */
export const elsewhere = (...alternatives: readonly string[]): RegExp =>
  new RegExp(alternatives.join('|').replaceAll('APP', `(?:${app})`).replaceAll('HOST', `(?:${mailHost})`))

const known = Object.entries(names).map(([name, words]) => [name, new RegExp(words)] as const)

/** The application that is named in what was found. */
export const appIn = (found: string): string | undefined => known.find(([, words]) => words.test(found))?.[0]

/** Part of some word that every mention has, with or without accents. Most sentences have none. */
export const telling = new RegExp(
  `${app}|${mailHost}|priv|perso|pesso|partic|other (?:phone|mobile|cell|handset|sim)|writing|here|hier|schriftlich|\\bici\\b|[ée]s?crit|chat|aqu[ií]|私|个人|個人|这里|這裡|这边|书面|書面`,
  'i',
)
