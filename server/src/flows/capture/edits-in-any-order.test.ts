/** Edits of a message in any order, in any batches and repeated: it shows the latest, and its versions tell what it said when. */
import { usualArchiving } from '@verbatim/contract/archiving.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readFacts } from '#flows/archive/read-facts.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { setUpCapture } from '#testing/capture.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
const { inside, messages, capture, message } = setUpCapture('edits', (bed) => ({ world, tenant } = bed))

beforeEach(async () => {
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const settings = {
    ...usualArchiving,
    mode: 'on',
    host: 'archive.example',
    port: 25,
    security: 'none-with-warning',
    signIn: 'none',
    fromAddress: 'archive@acme.example',
    journalRecipients: ['journal@vendor.example'],
  }
  expect((await admin.call('PUT', '/bff/archiving/settings', settings)).status).toBe(200)
})

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute))

/** The first text and each later one, a minute after another. */
const factsOf = (messageKey: string, [first = '', ...later]: readonly string[]): CapturedEvent[] => [
  message({ messageKey, body: first, sentAt: at(0) }),
  ...later.map((body, index): CapturedEvent => {
    const minute = index + 1
    const eventKey = `${messageKey} ${minute}`
    return { kind: 'edit', channel: 'whatsapp', eventKey, targetKey: messageKey, body, at: at(minute) }
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
    }>`select body from message_revision where message_id = ${id} order by at, revision`.execute(tx),
  )
  const mails = await inside(async (tx) => {
    const queued = await tx.selectFrom('archive_mail').selectAll().where('message_id', '=', id!).execute()
    return readFacts(
      tx,
      queued.map((mail) => ({ ...mail, message_id: id! })),
    )
  })
  // The texts of mails by the times that they state.
  const mailed = mails.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(({ text }) => text)
  return {
    shown: shown?.body,
    isEdited: shown?.edited_at !== null,
    versions: withoutRepeats(versions.length > 0 ? versions.map(({ body }) => body) : [shown?.body ?? null]),
    mailed: withoutRepeats(mailed),
  }
}

const truthOf = (texts: readonly string[]) => {
  const said = withoutRepeats(texts)
  return { shown: texts.at(-1), isEdited: said.length > 1, versions: said, mailed: said }
}

test('a text that is edited to and fro shows its last version when the edits come late', async () => {
  const texts = ['A', 'B', 'A', 'B', 'B', 'B']
  const [first, edit1, edit2, , , edit5] = factsOf('one', texts) as [CapturedEvent, ...CapturedEvent[]]
  await capture([first])
  await capture([edit2!])
  await capture([edit1!])
  expect(await stateOf('one')).toEqual(truthOf(['A', 'B', 'A']))
  await capture([edit5!])
  expect(await stateOf('one')).toEqual(truthOf(['A', 'B', 'A', 'B']))
})

/** Texts of a message in time, and batches of the places of what is delivered. */
const deliveries = fc
  .array(fc.constantFrom('A', 'B', 'C'), { minLength: 2, maxLength: 6 })
  .chain((texts) =>
    fc.record({
      texts: fc.constant(texts),
      order: fc.shuffledSubarray([...texts.keys()], { minLength: texts.length }),
      repeated: fc.array(fc.nat({ max: texts.length - 1 }), { maxLength: 3 }),
      ends: fc.array(fc.boolean(), { minLength: texts.length + 3, maxLength: texts.length + 3 }),
    }),
  )
  .map(({ texts, order, repeated, ends }) => {
    const batches: number[][] = [[]]
    for (const [index, place] of [...order, ...repeated].entries()) {
      batches.at(-1)?.push(place)
      if (ends[index]) batches.push([])
    }
    return { texts, batches }
  })

test('whatever the order, the batches and the repetitions, a message shows its latest text', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ texts, batches }) => {
      const key = `any ${(count += 1)}`
      const facts = factsOf(key, texts)
      for (const batch of batches) await capture(...batch.map((place) => [facts[place]!]))
      expect(await stateOf(key)).toEqual(truthOf(texts))
    }),
    { numRuns: 25 },
  )
})
