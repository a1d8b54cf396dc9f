import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMs } from '#testing/cpu-time.ts'
import { sniffType } from './sniff.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

test.each([
  ['a picture', png, 'image/png'],
  ['a document', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'application/pdf'],
  ['markup, whatever it is called', Buffer.from('\n<!DOCTYPE html><script>alert(1)</script>'), 'text/html'],
  [
    'a drawing that can run scripts',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'image/svg+xml',
  ],
  ['a contact card', Buffer.from('BEGIN:VCARD\r\nFN:Ann\r\nEND:VCARD'), 'text/vcard'],
  ['text in any script', Buffer.from('价格 101.25，好的'), 'text/plain'],
  ['nothing', Buffer.alloc(0), undefined],
  ['noise', Buffer.from([0, 1, 2, 3, 255]), undefined],
])('sees %s for what it is', async (_, bytes, type) => {
  expect(await sniffType(bytes)).toBe(type)
})

test('tells a drawing by what follows its comments, in bounded time', async () => {
  const comments = '<!---->'.repeat(25)
  expect(await sniffType(Buffer.from(`<?xml?><!-- a --><!-- b --><svg/>`))).toBe('image/svg+xml')
  const started = cpuMs()
  expect(await sniffType(Buffer.from(`<?xml?>${comments}`))).toBe('application/xml')
  expect(cpuMs() - started).toBeLessThan(1_000)
})

test('returns a result for any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      await sniffType(bytes)
    }),
    { numRuns: 300 },
  )
})
