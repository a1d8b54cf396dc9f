/** Edits of a message in any order, in any batches and repeated: it shows the latest since it says so, and its versions tell what it said when. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { roundsOf } from '@verbatim/reference/share.ts'
import { readFacts } from '#flows/archive/read-facts.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { turnArchivingOn } from '#testing/archiving-on.ts'
import { setUpCapture } from '#testing/capture.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
const { inside, messages, capture, message } = setUpCapture('edits', (bed) => ({ world, tenant } = bed))

beforeEach(() => turnArchivingOn(world, tenant))

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute))
const timeOfEdit = (index: number, together: number) => at(1 + Math.floor(index / together))

/**
 * The first text and each later one, a minute after another.
 * @param together So many edits have one time, and the order of their provider.
 */
const factsOf = (
  messageKey: string,
  [first = '', ...later]: readonly string[],
  together = 1,
): CapturedEvent[] => [
  message({ messageKey, body: first, sentAt: at(0) }),
  ...later.map((body, index): CapturedEvent => {
    const eventKey = `${messageKey} ${index}`
    const when = { at: timeOfEdit(index, together), ...(together > 1 && { sequence: 70 + index }) }
    return { kind: 'edit', channel: 'whatsapp', eventKey, targetKey: messageKey, body, ...when }
  }),
]

const withoutRepeats = (texts: readonly (string | null)[]) =>
  texts.filter((text, index) => index === 0 || text !== texts[index - 1])

/** What is shown of a message, what its versions say in time, and what its mails do. */
async function stateOf(messageKey: string) {
  const shown = (await messages()).find((one) => one.message_key === messageKey)
  const id = shown?.id
  const { rows: versions } = await inside((tx) =>
    sql<{
      body: string
      revision: number
    }>`select body, revision from message_revision where message_id = ${id}
      order by at, sequence nulls first, revision`.execute(tx),
  )
  const places = new Map(versions.map(({ revision }, place) => [String(revision), place]))
  const mails = await inside(async (tx) => {
    const queued = await tx.selectFrom('archive_mail').selectAll().where('message_id', '=', id!).execute()
    const about = queued.map((mail) => ({ ...mail, message_id: id! }))
    const records = await readFacts(tx, about)
    return records.map(({ at: time, text }, index) => ({ text, time, place: places.get(about[index]!.ref)! }))
  })
  // The texts of mails by the times that they state.
  const inTime = mails.toSorted((a, b) => a.time.getTime() - b.time.getTime() || a.place - b.place)
  const mailed = inTime.map(({ text }) => text)
  return {
    shown: shown?.body,
    editedAt: shown?.edited_at,
    versions: withoutRepeats(versions.length > 0 ? versions.map(({ body }) => body) : [shown?.body ?? null]),
    mailed: withoutRepeats(mailed),
  }
}

function truthOf(texts: readonly string[], together = 1) {
  const said = withoutRepeats(texts)
  // The edit that made it what it is; those that left it so are none.
  const since = texts.findLastIndex((text, index) => index > 0 && text !== texts[index - 1])
  const editedAt = since < 0 ? null : timeOfEdit(since - 1, together)
  return { shown: texts.at(-1), editedAt, versions: said, mailed: said }
}

test('a text that is edited to and fro shows its last version when the edits come late', async () => {
  const texts = ['A', 'B', 'A', 'B', 'B', 'B']
  const [first, edit1, edit2, , , edit5] = factsOf('one', texts) as [CapturedEvent, ...CapturedEvent[]]
  await capture([first])
  await capture([edit2!])
  await capture([edit1!])
  expect(await stateOf('one')).toEqual(truthOf(['A', 'B', 'A']))
  await capture([edit5!])
  expect(await stateOf('one')).toEqual({ ...truthOf(['A', 'B', 'A', 'B']), editedAt: at(5) })
})

test('an edit that left a message as it was does not say since when it shows its text, also if it came first', async () => {
  const [first, edit1, edit2] = factsOf('again', ['A', 'B', 'B']) as [CapturedEvent, ...CapturedEvent[]]
  await capture([first])
  await capture([edit2!])
  await capture([edit1!])
  expect(await stateOf('again')).toEqual(truthOf(['A', 'B', 'B']))
})

/** Texts of a message in time, and batches of the places of what is delivered. */
const deliveries = fc
  .array(fc.constantFrom('A', 'B', 'C'), { minLength: 2, maxLength: 6 })
  .chain((texts) =>
    fc.record({
      texts: fc.constant(texts),
      together: fc.constantFrom(1, 3),
      order: fc.shuffledSubarray([...texts.keys()], { minLength: texts.length }),
      repeated: fc.array(fc.nat({ max: texts.length - 1 }), { maxLength: 3 }),
      ends: fc.array(fc.boolean(), { minLength: texts.length + 3, maxLength: texts.length + 3 }),
    }),
  )
  .map(({ order, repeated, ends, ...said }) => {
    const batches: number[][] = [[]]
    for (const [index, place] of [...order, ...repeated].entries()) {
      batches.at(-1)?.push(place)
      if (ends[index]) batches.push([])
    }
    return { ...said, batches }
  })

test('whatever the order, the batches and the repetitions, a message shows its latest text', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ texts, together, batches }) => {
      const key = `any ${(count += 1)}`
      const facts = factsOf(key, texts, together)
      for (const batch of batches) await capture(...batch.map((place) => [facts[place]!]))
      expect(await stateOf(key)).toEqual(truthOf(texts, together))
    }),
    { numRuns: roundsOf(25) },
  )
})
