import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventsIn } from './daemon.ts'

async function* cut(bytes: Buffer, size: number): AsyncIterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function textsOf(text: string, size: number, mostBytes?: number): Promise<string[]> {
  const events: string[] = []
  for await (const event of eventsIn(cut(Buffer.from(text), size), mostBytes))
    events.push(event.toString('utf8'))
  return events
}

test('events are the same however the stream is cut', async () => {
  const line = fc.stringMatching(/^[a-zé{}": ]{0,20}$/)
  const given = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(
      given,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r\n'),
      async (events, size, end) => {
        const text = events.map((lines) =>
          [':keep', 'event:receive', ...lines.map((one) => `data: ${one}`), '', ''].join(end),
        )
        expect(await textsOf(text.join(''), size)).toEqual(events.map((lines) => lines.join('\n')))
      },
    ),
    { numRuns: 200 },
  )
})

test('an event that is too long is cut, and the events around it are complete', async () => {
  const text = `data:${'short'}\n\ndata:${'x'.repeat(500)}\ndata:more\n\ndata:after\n\n`
  for (const size of [1, 7, 64, 10_000])
    expect(await textsOf(text, size, 100)).toEqual(['short', 'x'.repeat(95), 'after'])
})
