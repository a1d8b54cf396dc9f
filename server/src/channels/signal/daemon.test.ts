import { roundsOf } from '@verbatim/reference/share.ts'
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
    { numRuns: roundsOf(200) },
  )
})

test('an event that is too long is cut, and the events around it are complete', async () => {
  const text = `data:${'short'}\n\ndata:${'x'.repeat(500)}\ndata:more\n\ndata:after\n\n`
  for (const size of [1, 7, 64, 10_000])
    expect(await textsOf(text, size, 100)).toEqual(['short', 'x'.repeat(95), 'after'])
})

test('what came of an event before the stream broke is an event', async () => {
  async function* broken(text: string): AsyncIterable<Uint8Array> {
    yield Buffer.from(text)
    throw new Error('ECONNRESET')
  }
  const eventsBefore = async (text: string) => {
    const events: string[] = []
    const reading = async () => {
      for await (const event of eventsIn(broken(text))) events.push(event.toString('utf8'))
    }
    await expect(reading()).rejects.toThrow('ECONNRESET')
    return events
  }
  expect(await eventsBefore('data:whole\n\nevent:receive\ndata:{"envelope":{"sour')).toEqual([
    'whole',
    '{"envelope":{"sour',
  ])
  expect(await eventsBefore('data:one\ndata:two')).toEqual(['one\ntwo'])
  for (const nothing of ['data:whole\n\n', 'data:whole\n\n:kee', 'data:whole\n\nevent:receive\ndata:'])
    expect(await eventsBefore(nothing)).toEqual(['whole'])
  // The same where it simply ends.
  expect(await textsOf('data:whole\n\ndata:{"env', 4)).toEqual(['whole', '{"env'])
})
