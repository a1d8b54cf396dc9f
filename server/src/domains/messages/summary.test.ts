import { MessageId } from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summarize } from './summary.ts'

const said = (...texts: string[]) =>
  texts.map((text, i) => ({
    id: MessageId.parse(`00000000-0000-7000-8000-${String(i).padStart(12, '0')}`),
    text,
  }))

test('picks the repeated topics of a conversation, not its greetings', async () => {
  const messages = said(
    'Hi Rita, how are you?',
    'Good thanks. The bond portfolio lost 4% in March, should we sell the bond fund?',
    'ok',
    'Selling the bond fund now would realise the loss. The portfolio recovers by summer.',
    'Thanks!',
    'Then please send me the fee schedule of the bond fund by Friday.',
    'bye',
  )
  const sentences = await summarize(messages)
  expect(sentences.length).toBeGreaterThan(0)
  expect(sentences[0]!.text).toMatch(/bond/)
  expect(sentences.map(({ text }) => text).join(' ')).not.toMatch(/how are you|bye/)
})

test('reads scripts without spaces', async () => {
  const [sentence] = await summarize(said('你好', '我想卖掉债券基金。债券基金在三月份亏损了。', '好的'))
  expect(sentence!.text).toMatch(/债券基金/)
})

test('is empty for an empty conversation', async () => {
  expect(await summarize([])).toEqual([])
  expect(await summarize(said('ok', '', '👍', 'thanks!'))).toEqual([])
})

test('every sentence is at the given place in its message, in order, and the same input gives the same summary', async () => {
  const text = fc
    .array(
      fc.constantFrom(
        'The bond fund lost money. ',
        'Sell it? ',
        '手机坏了。',
        'meet at 10:30 ',
        '\n',
        'a',
        '👍',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 30 }), async (texts) => {
      const messages = said(...texts)
      const sentences = await summarize(messages)
      expect(sentences.length).toBeLessThanOrEqual(5)
      const places = sentences.map((sentence) => {
        const index = messages.findIndex(({ id }) => id === sentence.messageId)
        expect(messages[index]!.text.slice(sentence.start, sentence.end)).toBe(sentence.text)
        return index
      })
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(await summarize(messages)).toEqual(sentences)
    }),
  )
})

test('summarizes two thousand messages without a noticeable delay', async () => {
  const messages = said(
    ...Array.from(
      { length: 2000 },
      (_, i) => `The client asked about account ${i % 97} and fund ${i % 31} again. It rained.`,
    ),
  )
  const began = performance.now()
  expect(await summarize(messages)).toHaveLength(5)
  expect(performance.now() - began).toBeLessThan(1500)
})

test('lets other work run between its messages, and stops when its reader went away', async () => {
  const text = 'The client asked about the bond fund again. '.repeat(400)
  const messages = said(...Array.from({ length: 20 }, () => text))
  let turns = 0
  const gone = new AbortController()
  const other = setInterval(() => {
    turns += 1
    gone.abort(new Error('gone'))
  })
  try {
    await expect(summarize(messages, gone.signal)).rejects.toThrow('gone')
  } finally {
    clearInterval(other)
  }
  expect(turns).toBe(1)
})
