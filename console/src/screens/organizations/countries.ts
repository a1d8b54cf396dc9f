import { countryCodes, countryName } from '@verbatim/contract/countries.ts'

/** The countries by name; the code is found too. */
export const countryOptions = countryCodes
  .map((value) => ({ value, label: `${countryName(value)} (${value})` }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** The likely country of a reader of these languages; empty if they name none that we support. */
export function likelyCountry(languages: readonly string[]): string {
  const named = languages.map((language) => new Intl.Locale(language).region)
  // “German” alone names no country, so this uses the one with most speakers.
  const likely = languages.map((language) => new Intl.Locale(language).maximize().region)
  return [...named, ...likely].find((code) => code !== undefined && countryCodes.includes(code)) ?? ''
}
