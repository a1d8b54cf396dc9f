import { spokenLanguages } from '@verbatim/contract/languages.ts'
import { eld } from 'eld/extrasmall'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type LanguageOf, openLanguages } from './language.ts'

let languageOf: LanguageOf
beforeAll(async () => void (languageOf = await openLanguages()))

test.each([
  ['Could we move our call to Thursday afternoon?', 'en'],
  ['Können wir unser Gespräch auf Donnerstag verschieben?', 'de'],
  ['Pourriez-vous m’envoyer le relevé du mois dernier ?', 'fr'],
  ['¿Me puede mandar el extracto del mes pasado?', 'es'],
  ['Pode enviar-me o extrato do mês passado, por favor?', 'pt'],
  ['请把上个月的对账单发给我', 'zh'],
  ['先月の明細を送ってください', 'ja'],
  ['지난달 명세서를 보내 주세요', 'ko'],
  ['Пришлите мне, пожалуйста, выписку за прошлый месяц', 'ru'],
  ['أرسل لي كشف حساب الشهر الماضي من فضلك', 'ar'],
])('“%s” is %s', (text, language) => {
  expect(languageOf(text)).toBe(language)
})

test.each(['', 'ok', 'Thanks!', '12:30', '👍👍👍', 'lol', 'https://portal.example/statement'])(
  '“%s” is too short to be recognized',
  (text) => {
    expect(languageOf(text)).toBe('und')
  },
)

test('any text gets one of the languages of the contract, and always the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(spokenLanguages).toContain(languageOf(text))
      expect(languageOf(text)).toBe(languageOf(text))
    }),
  )
})

test('the contract names the languages that can be recognized', () => {
  const { Languages: known } = eld.info()
  expect(spokenLanguages).toEqual([...Object.values(known), 'und'])
})
