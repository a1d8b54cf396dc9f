import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, originalRange } from './fold.ts'

test.each([
  ['case', 'Off The RECORD', 'off the record'],
  ['width', 'ＢＵＹ ｎｏｗ ﾃﾞｰﾀ', 'buy now データ'],
  ['accents, composed or not', 'Café re\u0301sume\u0301 Ångström naïve', 'cafe resume angstrom naive'],
  ['zero-width characters', 'in\u200bsi\u00adder\ufeff', 'insider'],
  ['Cyrillic and Greek look-alikes in a Latin word', 'Вuy рrοmisе', 'buy promise'],
  ['Latin look-alikes in a Cyrillic word', 'дoгoвoр', 'договор'],
  ['look-alikes beside digits', '1nsіdеr', '1nsider'],
  ['characters that are drawn as a blank', 'off\u2800the\u3164record\uffa0!', 'off the record !'],
  ['letters drawn as signs', '𝐛𝐮𝐲 ⓑⓤⓨ ʙᴜʏ 🅱🆄🆈', 'buy buy buy buy'],
  ['typographic signs', '“don’t” — it´s', '"don\'t" - it\'s'],
  ['letters that stand for two', 'Straße Œuvre ﬁne ŒUVRE', 'strasse oeuvre fine oeuvre'],
  ['both sigmas', 'ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
  ['digits of every script', '٠١٢ ०१२ １２', '012 012 12'],
  ['the dotted capital I', 'İstanbul', 'istanbul'],
])('folds %s', (_, text, folded) => {
  expect(fold(text).text).toBe(folded)
})

test.each([
  ['Chinese', '内幕交易'],
  ['kana voicing', 'がか ぱは'],
  ['Hangul', '한국어 ㅋㅋㅋ ㅠㅠ'],
  ['Thai vowels and tones', 'ซื้อหุ้น'],
  ['Devanagari vowels', 'हिन्दी'],
  ['a word wholly of another alphabet', 'он не рот τον νουν'],
])('keeps %s, which change the word', (_, text) => {
  expect(fold(text).text.normalize('NFC')).toBe(text.normalize('NFC'))
})

test('decomposed Hangul and kana fold like composed ones, and map to their complete spelling', () => {
  const folded = fold('한'.normalize('NFD') + 'が'.normalize('NFD') + '!')
  expect(folded.text).toBe('한が!')
  expect(originalRange(folded, 0, 1)).toEqual([0, 3])
  expect(originalRange(folded, 1, 2)).toEqual([3, 5])
})

test('a base with a hundred thousand voicing marks costs as much as that many letters', () => {
  const { text } = fold(`か${'\u3099'.repeat(100_000)}`)
  expect(text).toBe(`が${'\u3099'.repeat(99_999)}`)
})

test('a range excludes invisible characters at its edges and keeps those inside', () => {
  const text = '\u200bb\u200bu\u0301y\u200b!'
  const folded = fold(text)
  expect(folded.text).toBe('buy!')
  const [start, end] = originalRange(folded, 0, 3)
  expect(text.slice(start, end)).toBe('b\u200bu\u0301y')
})

test('plain ASCII needs no map', () => {
  expect(fold('Buy NOW, 100%\n')).toEqual({ text: 'buy now, 100%\n' })
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom(
      ...'aＡéеﬁ½が゙ﾞ한ᄒ\u1161\u11abㅏ\u200b\u0301\ud83d\ude00İßΣσςำÅ´ 𝐛\u2800нжхo'.split(''),
    ),
  }),
)

describe('for any text, folding', () => {
  test('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = fold(text).text
        expect(fold(once).text).toBe(once)
      }),
      { numRuns: roundsOf(2000) },
    )
  })

  test('has a monotone map with every range within the original', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = fold(text)
        let before: [number, number] = [0, 0]
        for (let i = 0; i < folded.text.length; i++) {
          const [start, end] = originalRange(folded, i, i + 1)
          expect(start).toBeGreaterThanOrEqual(before[0])
          expect(end).toBeGreaterThanOrEqual(before[1])
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          before = [start, end]
        }
      }),
      { numRuns: roundsOf(1000) },
    )
  })

  test('ignores case: the upper-case and the lower-case spelling fold to the same', () => {
    const different: string[] = []
    for (let unit = 0; unit < 0xd800; unit++) {
      const letter = String.fromCharCode(unit)
      if (letter.toUpperCase().toLowerCase() !== letter) continue
      if (fold(letter.toUpperCase()).text !== fold(letter).text) different.push(letter)
    }
    expect(different).toEqual([])
  })
})

test('the folded form of every code point of the basic plane folds to itself', () => {
  const different: number[] = []
  for (let unit = 0; unit < 0x10000; unit++) {
    const once = fold(`x${String.fromCharCode(unit)}y`).text
    if (fold(once).text !== once) different.push(unit)
  }
  expect(different).toEqual([])
})
