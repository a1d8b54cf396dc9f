import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, compareKeys, Cursor, LineBuffer, linesOf, toLiteral, unescape } from './rows.ts'

/** The text format of COPY. */
const escape = (text: string) =>
  text.replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c] ?? c)
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

test('lines are read as they were written, wherever the stream is split', async () => {
  const anyLine = fc.string().map((text) => latin1(escape(text)))
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
      const buffer = new LineBuffer()
      for (const line of lines) buffer.add(line)
      const bytes = buffer.take()
      async function* cut() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      const cursor = await Cursor.open(linesOf(cut()))
      const read: string[] = []
      for (; cursor.line !== undefined; await cursor.advance()) read.push(cursor.line)
      expect(read).toEqual(lines)
    }),
  )
})

test('a record of 30 MB, one line in thousands of chunks, is read in one pass', async () => {
  const chunk = Buffer.alloc(16 * 1024, 'a')
  async function* cut() {
    for (let i = 0; i < 2_000; i += 1) yield chunk
    yield Buffer.from('\nafter it\n')
  }
  const [lines] = await Array.fromAsync(linesOf(cut()))
  expect(lines?.map(({ length }) => length)).toEqual([2_000 * chunk.length, 'after it'.length])
})

test('a stream that ends within a line is refused', async () => {
  async function* cut() {
    yield Buffer.from('one\ntwo')
  }
  await expect(Array.fromAsync(linesOf(cut()))).rejects.toThrow('cut off')
})

test('keys have the database’s order: numbers by value, everything else by bytes', () => {
  expect(compareKeys(['2'], ['10'], ['number'])).toBeLessThan(0)
  expect(compareKeys(['2'], ['10'], ['bytes'])).toBeGreaterThan(0)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      const byBytes = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      const compared = compareKeys([latin1(escape(a))], [latin1(escape(b))], ['bytes'])
      expect(Math.sign(compared)).toBe(byBytes)
    }),
  )
})

test('a column is restored exactly, and is a safe literal in SQL', () => {
  const hostile = "a\\b'); drop table x; --\t\n"
  expect(unescape(latin1(escape(hostile)))).toBe(latin1(hostile))
  expect(toLiteral(latin1(escape("it's 𝒳")))).toBe("'it''s 𝒳'")
  expect(columnsOf('a\tb\tc', [2, 0])).toEqual(['c', 'a'])
})
