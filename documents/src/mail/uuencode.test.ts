import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writtenFiles } from './uuencode.ts'

const texts = (text: string) =>
  writtenFiles(text, 10).map(({ name, bytes }) => [name, Buffer.from(bytes).toString('latin1')])

const sign = (value: number) => String.fromCharCode(value === 0 ? 0x60 : value + 0x20)
/** In lines of 45 bytes. Source: POSIX, uuencode. */
function coded(bytes: Uint8Array): string {
  let lines = ''
  for (let at = 0; at < bytes.length; at += 45) {
    const line = bytes.subarray(at, at + 45)
    lines += sign(line.length)
    for (let three = 0; three < line.length; three += 3) {
      const bits = [0, 1, 2].reduce((sum, n) => sum * 256 + (line[three + n] ?? 0), 0)
      for (const shift of [18, 12, 6, 0]) lines += sign((bits >> shift) & 63)
    }
    lines += '\n'
  }
  return lines
}

describe('a file in a text', () => {
  test('is found with its name, anywhere in the text', () => {
    expect(
      texts('Hello\nbegin 644 cat.txt\n#0V%T\n`\nend\nBye\nbegin 0755 b c.txt \r\n#0V%T\r\nend'),
    ).toEqual([
      ['cat.txt', 'Cat'],
      ['b c.txt', 'Cat'],
    ])
    expect(texts('begin-base64 644 cat.txt\nQ2F0\n====\nbegin 644 x\n#0V%T\n')).toEqual([
      ['cat.txt', 'Cat'],
      ['x', 'Cat'],
    ])
  })

  test('is not found where only the word occurs', () => {
    expect(texts('We begin 644 days from now\nbegin 644 things to do\n\nand so on')).toEqual([])
  })

  test('restores every byte', () => {
    expect(coded(Buffer.from('Cat'))).toBe('#0V%T\n')
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        const [file] = writtenFiles(`begin 644 x\n${coded(bytes)}\`\nend\n`, 1)
        expect([...(file?.bytes ?? [])]).toEqual([...bytes])
      }),
    )
  })

  test('takes linear time for any number of starts', () => {
    expect(writtenFiles('begin 644 x\n#0V%T\n'.repeat(100_000), 1000)).toHaveLength(1000)
    expect(writtenFiles('begin 644 x\n'.repeat(300_000), 1000)).toHaveLength(0)
    expect(writtenFiles(`begin 644 x${' '.repeat(1_000_000)}x`, 1000)).toHaveLength(0)
    expect(writtenFiles('begin-base64 644 x\n'.repeat(300_000), 1000)).toHaveLength(1)
  })
})
