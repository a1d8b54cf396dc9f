import { expect, test } from 'vitest'
import { countryOptions, likelyCountry } from './countries.ts'

test.each([
  ['a language that names its country', ['en-GB', 'en'], 'GB'],
  ['a later language that names one, before what is only likely', ['de', 'de-AT'], 'AT'],
  ['a language alone', ['de'], 'DE'],
  ['a region that is no country', ['es-419'], ''],
  ['a region that is no country, and a language alone', ['es-419', 'es'], 'ES'],
  ['no language', [], ''],
])('%s suggests the country of a user', (_, languages, country) => {
  expect(likelyCountry(languages)).toBe(country)
})

test('countries are sorted by name', () => {
  const labels = countryOptions.map(({ label }) => label)
  expect(labels).toContain('United Kingdom (GB)')
  expect(labels.slice(0, 2)).toEqual(['Afghanistan (AF)', 'Åland Islands (AX)'])
})
