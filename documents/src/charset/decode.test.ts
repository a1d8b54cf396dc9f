import { describe, expect, test } from 'vitest'
import { readText } from './decode.ts'

const wide = (text: string) => Buffer.from(text, 'utf16le')
const hex = (digits: string) => Buffer.from(digits, 'hex')
const latin = (text: string) => Buffer.from(text, 'latin1')

describe('bytes are decoded to the right text', () => {
  test.each([
    ['UTF-8 that nothing declares', Buffer.from('Zoë 内幕'), '', 'Zoë 内幕'],
    ['UTF-8 that is declared Western', Buffer.from('Zoë 内幕'), 'iso-8859-1', 'Zoë 内幕'],
    [
      'Western text that is declared UTF-8',
      latin('Fr\xf6sche f\xfcr \x93alle\x94'),
      'utf-8',
      'Frösche für “alle”',
    ],
    [
      'UTF-8 with one fault',
      Buffer.concat([Buffer.from('Grüße für Zoë'), hex('c3')]),
      'utf-8',
      'Grüße für Zoë\ufffd',
    ],
    ['an unknown charset', latin('caf\xe9'), 'x-nobody-knows', 'café'],
    ['a charset in quotes', latin('caf\xe9'), ' "CP-1252" ', 'café'],
    ['Chinese that nothing declares', hex('c4dac4bbcffbcfa2a3ac'), '', '内幕消息，'],
    ['Japanese that is declared UTF-8', hex('82b182f182c982bf82cd'), 'utf-8', 'こんにちは'],
    ['an old name of a Japanese charset', hex('82b182f182c982bf82cd'), 'ms_kanji', 'こんにちは'],
    ['UTF-16 with a mark', wide('\ufeffZoë'), '', 'Zoë'],
    ['UTF-16 without one', wide('plain letters'), 'utf-16', 'plain letters'],
    ['UTF-16, big end first, without one', wide('plain letters').swap16(), 'utf-16', 'plain letters'],
    ['ASCII that is declared UTF-16', latin('plain letters'), 'utf-16', 'plain letters'],
    ['UTF-32', hex('0000005a0000006f000000eb'), 'utf-32', 'Zoë'],
    ['UTF-7', latin('Zo+AOs- +- 1+-1'), 'unicode-1-1-utf-7', 'Zoë + 1+1'],
    ['HZ', latin('~{DZD;~} ~~'), 'hz-gb-2312', '内幕 ~'],
    ['Korean in seven bits', latin('\x1b$)C\x0e0!3*\x0f x'), 'iso-2022-kr', '가나 x'],
    ['nothing', Buffer.alloc(0), 'utf-16', ''],
  ])('%s', (_, bytes, charset, text) => {
    expect(readText(bytes, charset).text).toBe(text)
  })
})

test('takes time in proportion to the length, for any name and any shifts', () => {
  const started = performance.now()
  for (const unit of ['"', '+', '~{', '~{a', '~{ab'])
    for (const charset of ['', 'hz', `x${unit.repeat(200_000)}x`])
      readText(latin(`${unit.repeat(200_000)} -`), charset)
  expect(performance.now() - started).toBeLessThan(5_000)
})

describe('other programs’ readings of the same bytes are returned too', () => {
  test.each([
    ['UTF-7 that nothing declares', latin('Zo+AGEAYgBj-'), '', ['Zoabc']],
    ['text that is declared UTF-7', latin('+abcd efgh'), 'utf-7', ['+abcd efgh']],
    ['UTF-8 that is declared Chinese', Buffer.from('Zoë'), 'gb18030', ['Zoë']],
    ['what says the same', latin('caf\xe9 cr\xe8me'), 'utf-8', []],
    ['what fits what it declares', latin('caf\xe9'), 'iso-8859-15', []],
  ])('%s', (_, bytes, charset, others) => {
    const read = readText(bytes, charset)
    for (const other of others) expect([read.text, ...read.others]).toContain(other)
    if (others.length === 0) expect(read.others).toEqual([])
  })

  test('a few bytes of a non-Western script are decoded in every charset that fits', () => {
    const { text, others } = readText(hex('b1a3d6a4cad5d2e6'))
    expect(text).toBe('保证收益')
    expect(others.length).toBeGreaterThan(1)
  })
})
