/** Words in polls, lists, cards, forms and previews are searched and examined like texts. */
import { contentWords } from '@verbatim/contract/content-facts.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { rereadRecords } from '#flows/reread/reread.ts'
import type { CapturedMessage, OtherText } from '#kernel/captured-event.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { allCells } from '#testing/fidelity/all.ts'
import { json } from '#testing/fidelity/cells.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import { telegramCells } from '#testing/fidelity/telegram.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
useTestWorld(async (opened) => {
  world = opened
})
let tenants = 0
beforeEach(async () => {
  tenants += 1
  tenant = await world.makeTenant(`content${tenants}`)
  reviewer = await world.as(tenant, tenant.users.compliance)
  const policy = {
    name: 'Guarantees',
    severity: 'low',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [{ name: 'R', type: 'phrase', pattern: 'guaranteed return', scope: 'message', conditions: {} }],
  }
  expect((await reviewer.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
})

const found = async (words: string) =>
  (await reviewer.call('GET', `/bff/api/v1/messages?search=messageBody:${encodeURIComponent(`"${words}"`)}`))
    .json.items

interface Event {
  readonly id: string
  readonly preview: string
}
const events = async (): Promise<Event[]> =>
  (await reviewer.call('GET', '/bff/api/v1/cognitive-events')).json.items

/** What the matches of an event say, and where they are. */
async function evidenceOf({ id }: Event) {
  const { json: event } = await reviewer.call('GET', `/bff/api/v1/cognitive-events/${id}`)
  return event.evidence.map((one: { part: string; text: string; revision: number }) => [
    one.part,
    one.revision,
    one.text,
  ])
}

test(
  'of each kind that a channel delivers, every word in it is in a text of its message',
  { tags: ['whole'] },
  async () => {
    for (const cells of allCells) {
      const accountId = await addFidelityAccount(world, tenant, cells)
      const deliveries = Object.values(cells.cells).flatMap((cell) =>
        typeof cell === 'string' ? [] : cell.deliveries,
      )
      await keepDeliveries(world, tenant, { channel: cells.channel, accountId }, deliveries)
    }
    await world.settle()
    const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql<{
        body: string | null
        others: OtherText[] | null
        structured: Record<string, unknown>
      }>`select message.body, others, given.structured from message
      join lateral (select message.structured union all select version.structured from message_revision version
        where version.message_id = message.id) given on given.structured is not null`.execute(tx),
    )
    const withWords = rows.filter(({ structured }) => contentWords(structured).length > 0)
    expect(withWords.length).toBeGreaterThan(20)
    for (const { body, others, structured } of withWords) {
      const lines = [body, ...(others ?? []).map(({ text }) => text)].flatMap(
        (text) => text?.split('\n') ?? [],
      )
      expect(lines).toEqual(
        expect.arrayContaining(contentWords(structured).flatMap((value) => value.split('\n'))),
      )
    }
  },
)

test('the option of a poll is found and raises an event that shows it', async () => {
  const poll = { options: ['Wait', 'A guaranteed return'], selectable: 1 }
  const message = messageOf(world, { body: 'What next?', contentType: 'poll', structured: poll })
  await captureHistory(world, tenant, [message])
  expect(await found('guaranteed return')).toMatchObject([{ isFoundInside: true }])
  const [event] = await events()
  expect(event).toMatchObject({ preview: 'Wait, A guaranteed return' })
  expect(await evidenceOf(event!)).toEqual([['other-text:0', 1, 'guaranteed return']])
})

test('a card raises an event whose preview has no more of it than the words that matched', async () => {
  const contacts = [{ displayName: 'Ann Ash', note: 'Guaranteed return, ask her' }]
  const message = messageOf(world, { body: null, contentType: 'contact', structured: { contacts } })
  await captureHistory(world, tenant, [message])
  const [event] = await events()
  expect(event).toMatchObject({ preview: 'Guaranteed return' })
  expect(await evidenceOf(event!)).toEqual([['other-text:0', 1, 'Guaranteed return']])
})

test('words that a further copy brings are found and examined once, however often it comes', async () => {
  const message = messageOf(world, { body: 'see https://acme.test', contentType: 'link' })
  const link = { url: 'https://acme.test', title: 'A guaranteed return' }
  await captureHistory(world, tenant, [message])
  expect(await events()).toEqual([])
  for (let copy = 0; copy < 2; copy++)
    await captureHistory(world, tenant, [{ ...message, structured: { link } }])
  expect(await found('guaranteed return')).toHaveLength(1)
  expect(await events()).toHaveLength(1)
})

test('words that an edit brings are found and examined, and those of before stay so', async () => {
  const accountId = await addFidelityAccount(world, tenant, telegramCells)
  const date = 1_772_442_000
  const checklist = (...tasks: string[]) => ({
    message_id: 7,
    date,
    from: { id: 7_002_002, is_bot: false, first_name: 'Bob' },
    chat: { id: 7_002_002, type: 'private', first_name: 'Bob' },
    business_connection_id: 'Rk1',
    checklist: { title: 'To do', tasks: tasks.map((text, id) => ({ id, text })) },
  })
  const deliver = async (update: object) => {
    await keepDeliveries(world, tenant, { channel: 'telegram', accountId }, [json(update)])
    await world.settle()
  }
  await deliver({ update_id: 1, business_message: checklist('Sign the papers') })
  const edited = { ...checklist('Promise a guaranteed return'), edit_date: date + 60 }
  await deliver({ update_id: 2, edited_business_message: edited })
  expect(await found('guaranteed return')).toHaveLength(1)
  expect(await found('sign the papers')).toHaveLength(1)
  const [event, ...more] = await events()
  expect(more).toEqual([])
  expect(await evidenceOf(event!)).toEqual([['other-text:1', 2, 'guaranteed return']])
})

test('words that an earlier release did not examine are found and examined when records are read again', async () => {
  await captureHistory(world, tenant, [messageOf(world, { body: 'What next?', contentType: 'poll' })])
  // As a release did that took such content for no text.
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update message set structured = '{"options": ["Wait", "A guaranteed return"]}'`.execute(tx),
  )
  expect(await found('guaranteed return')).toEqual([])
  const again = {
    readers: { find: findConnector },
    release: '9.9.9',
    operator: { userId: undefined, name: 'Operator' },
  }
  await rereadRecords({ ...world.ctx, ...again }, tenant.id, { all: true })
  expect(await found('guaranteed return')).toHaveLength(1)
  expect(await events()).toHaveLength(1)
})

test('what a message quotes of one that was not captured is examined with it, and of one that was, as that one', async () => {
  const said = messageOf(world, { body: 'A guaranteed return' })
  const answer = (over: Partial<CapturedMessage>) =>
    messageOf(world, { body: 'Yes', structured: { quotedText: 'A guaranteed  return' }, ...over })
  await captureHistory(world, tenant, [said, answer({ replyToKey: said.messageKey })])
  const [first] = await events()
  expect(await evidenceOf(first!)).toEqual([['text', 1, 'guaranteed return']])
  const elsewhere = { conversationKey: 'c2', participants: [] }
  await captureHistory(world, tenant, [answer({ ...elsewhere, replyToKey: 'before the link' })])
  const other = (await events()).find(({ id }) => id !== first!.id)
  expect(await evidenceOf(other!)).toEqual([['other-text:0', 1, 'guaranteed  return']])
})

test('of a quoted poll that was captured nothing is examined again', { tags: ['whole'] }, async () => {
  const options = { options: ['Wait', 'A guaranteed return'] }
  const said = messageOf(world, { body: 'What next?', contentType: 'poll', structured: options })
  const answer = (over: Partial<CapturedMessage>) =>
    messageOf(world, { body: 'Yes', structured: { quotedText: 'What next?', answers: options }, ...over })
  await captureHistory(world, tenant, [said])
  await captureHistory(world, tenant, [answer({ replyToKey: said.messageKey })])
  const [first, ...others] = await events()
  expect(others).toEqual([])
  expect(await evidenceOf(first!)).toEqual([['other-text:0', 1, 'guaranteed return']])
  const elsewhere = { conversationKey: 'c2', participants: [] }
  await captureHistory(world, tenant, [answer({ ...elsewhere, replyToKey: 'before the link' })])
  expect(await events()).toHaveLength(2)
})

test('content that no connector reads yet is found and examined, but not who wrote it and where', async () => {
  const accountId = await addFidelityAccount(world, tenant, telegramCells)
  const chat = { id: -1_002_233_445_566, type: 'supergroup', title: 'A guaranteed return club' }
  const from = { id: 7_002_002, is_bot: false, first_name: 'Bob' }
  const deliver = async (message_id: number, content: object) => {
    const message = { message_id, date: 1_772_442_000, from, chat, ...content }
    const update = json({ update_id: message_id, message })
    await keepDeliveries(world, tenant, { channel: 'telegram', accountId }, [update])
    await world.settle()
  }
  await deliver(1, { gift: { gift: { id: '5170' }, text: 'With thanks' } })
  expect(await found('with thanks')).toHaveLength(1)
  expect(await events()).toEqual([])
  await deliver(2, { invoice: { title: 'Fund', description: 'A guaranteed return' } })
  expect(await events()).toHaveLength(1)
})

test('the database lets words of content be added, and no other text, and none be changed', async () => {
  await captureHistory(world, tenant, [messageOf(world, { structured: { options: 'Wait' } })])
  const put = (others: readonly object[]) =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      sql`update message set others = ${JSON.stringify(others)}::jsonb`.execute(tx),
    )
  const kept = { kind: 'content', text: 'Wait' }
  const refused = expect.objectContaining({ message: expect.stringContaining('is kept') })
  for (const others of [
    [],
    [{ kind: 'content', text: 'Never' }],
    [{ kind: 'card', text: 'Ann' }, kept],
    [kept, { kind: 'html', text: 'Ann' }],
    [kept, { text: 'Ann' }],
  ])
    await expect(put(others)).rejects.toEqual(refused)
  await put([kept, { kind: 'card', text: 'Ann' }])
})
