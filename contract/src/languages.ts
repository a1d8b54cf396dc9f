/** The languages of results, by their CLDR codes. Source: docs/rules/settings.md. */
export const languageCodes: readonly string[] = `
  af am ar as az be bg bn bs ca cs cy da de el en en-GB es es-419 et eu fa fi fil fr fr-CA ga gl
  gu ha he hi hr hu hy id ig is it ja jv ka kk km kn ko ky lb lo lt lv mk ml mn mr ms mt my nb ne
  nl nn or pa pl ps pt pt-PT ro ru sd si sk sl so sq sr su sv sw ta te tg th tk tr uk ur uz vi xh
  yo yue zh zh-Hant zu
`
  .trim()
  .split(/\s+/)

/** The languages that are recognized in messages, by their CLDR codes, and `und` for what is not. */
export const spokenLanguages: readonly string[] = `
  am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl
  no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh und
`
  .trim()
  .split(/\s+/)

/** Two codes of one language. */
const sameAs: Readonly<Record<string, string>> = { fil: 'tl' }

/** The languages that a rule can be limited to: those that are recognized. */
export const ruleLanguages: readonly string[] = spokenLanguages.filter((code) => code !== 'und')

/** The languages of results that are not recognized in messages, regional forms left out: a rule cannot be limited to them. */
export const languagesNotRecognized: readonly string[] = languageCodes.filter(
  (code) => !code.includes('-') && !spokenLanguages.includes(sameAs[code] ?? code),
)

/** The English name of a language. */
export function languageName(code: string): string {
  if (code === 'und') return 'Not recognized'
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
}
