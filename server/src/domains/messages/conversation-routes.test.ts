import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useMessageReaders } from '#testing/message-readers.ts'

const bed = useMessageReaders()
const { tell, get } = bed

describe('a conversation', () => {
  const conversation = newId<ConversationId>(new Date())
  let ids: MessageId[]
  beforeAll(async () => {
    const base = Date.UTC(2026, 0, 1)
    ids = await tell(
      ...Array.from({ length: 250 }, (_, i) => ({
        conversation_id: conversation,
        body: `The bond fund lost ${i} percent this quarter.`,
        posted_at: new Date(base + Math.floor(i / 3) * 60_000), // some at the same time
        group_ids: i === 249 ? [bed.ours.groups.south] : [bed.ours.groups.north],
      })),
    )
    // In the order of the thread: by time, then by id.
    const { rows } = await inTenant(bed.world.ctx.db, bed.ours.id, (tx) =>
      sql<{
        id: MessageId
      }>`select id from message where id = any(${ids}::uuid[]) order by posted_at, id`.execute(tx),
    )
    ids = rows.map(({ id }) => id)
  })
  const idsOf = (json: { messages: { id: MessageId }[] }) => json.messages.map(({ id }) => id)

  test('can be read from end to beginning and back, with every message once', async () => {
    const { json } = await get(bed.reader, `/bff/conversations/${conversation}`)
    expect(json).toMatchObject({ messageCount: 250, type: 'direct' })
    expect(json.after).toBeUndefined()
    const seen = idsOf(json)
    let { before } = json
    while (before) {
      const earlier = (await get(bed.reader, `/bff/conversations/${conversation}?before=${before}`)).json
      seen.unshift(...idsOf(earlier))
      before = earlier.before
      expect(earlier.after).toBeDefined()
    }
    expect(seen).toEqual(ids)
    const forth: MessageId[] = []
    let { after } = (await get(bed.reader, `/bff/conversations/${conversation}?around=${ids[0]}&limit=1`))
      .json
    forth.push(ids[0]!)
    while (after) {
      const later = (await get(bed.reader, `/bff/conversations/${conversation}?after=${after}&limit=77`)).json
      forth.push(...idsOf(later))
      after = later.after
    }
    expect(forth).toEqual(ids)
  })

  test('can be read around a message, with equally many before and after', async () => {
    const { json } = await get(bed.reader, `/bff/conversations/${conversation}?around=${ids[100]}&limit=21`)
    expect(idsOf(json)).toEqual(ids.slice(90, 111))
    expect(json).toMatchObject({ before: expect.any(String), after: expect.any(String) })
    const end = (await get(bed.reader, `/bff/conversations/${conversation}?around=${ids[249]}&limit=20`)).json
    expect(end.after).toBeUndefined()
    expect(
      (await get(bed.reader, `/bff/conversations/${conversation}?around=${newId(new Date())}`)).json.code,
    ).toBe('message.not-found')
    expect(
      (await get(bed.reader, `/bff/conversations/${conversation}?around=${ids[0]}&before=1.${ids[0]}`))
        .status,
    ).toBe(400)
    expect((await get(bed.reader, `/bff/conversations/${conversation}?before=x`)).status).toBe(400)
  })

  test('with long texts comes in shorter pages in both directions, with every message once and marked', async () => {
    const long = newId<ConversationId>(new Date())
    const messageIds = await tell(
      ...Array.from({ length: 5 }, (_, i) => ({
        conversation_id: long,
        body: `${'the bond fund '.repeat(60_000)}${i}`,
        posted_at: new Date(Date.UTC(2026, 0, 2, 0, i)),
        group_ids: [bed.ours.groups.north],
      })),
    )
    const readOn = async (way: 'before' | 'after', first: string) => {
      const pages = [(await get(bed.reader, `/bff/conversations/${long}?${first}`)).json]
      for (let place = pages[0][way]; place; place = pages.at(-1)[way])
        pages.push((await get(bed.reader, `/bff/conversations/${long}?search=bond&${way}=${place}`)).json)
      return pages
    }
    const back = await readOn('before', 'limit=200')
    expect(back.map(({ messages }) => messages.length)).toEqual([3, 2])
    expect(back.toReversed().flatMap(idsOf)).toEqual(messageIds)
    expect(back[0].before).toBeDefined()
    // The most marks that a page can draw, over all its messages.
    expect(back[1].messages.map(({ highlights }: { highlights: object[] }) => highlights.length)).toEqual([
      50_000, 0,
    ])
    const forth = await readOn('after', `around=${messageIds[0]}&limit=1`)
    expect(forth.flatMap(idsOf)).toEqual(messageIds)
  })

  test('leaves out messages that the reader may not see, and does not count them', async () => {
    const { json } = await get(bed.northerner, `/bff/conversations/${conversation}`)
    expect(json.messageCount).toBe(249)
    expect((await get(bed.stranger, `/bff/conversations/${conversation}`)).json.code).toBe(
      'conversation.not-found',
    )
    expect((await get(bed.stranger, `/bff/conversations/${conversation}/summary`)).status).toBe(404)
  })

  test('is summarized by its own sentences, each with its message', async () => {
    const { json } = await get(bed.reader, `/bff/conversations/${conversation}/summary`)
    expect(json).toMatchObject({ method: 'extractive', messagesRead: 250, messageCount: 250 })
    expect(json.sentences.length).toBeGreaterThan(0)
    for (const { messageId, text } of json.sentences) {
      expect(ids).toContain(messageId)
      expect(text).toMatch(/^The bond fund lost/)
    }
  })

  test('shows a further reaction of a person instead of the earlier one, where a channel has one for each', async () => {
    const shown = async (channel: 'whatsappnative' | 'telegram') => {
      const thread = newId<ConversationId>(new Date())
      const [message] = await tell({ conversation_id: thread, channel })
      const react = (tx: TenantTx, payload: object, by = '+15550109999') =>
        sql`insert into message_event (id, record_id, channel, account_id, event_key, kind, message_id, actor_address, at, captured_at, payload)
          values (${newId(new Date())}, ${thread}, ${channel}, ${thread}, ${newId(new Date())}, 'reaction', ${message}, ${by},
            clock_timestamp(), now(), ${JSON.stringify(payload)}::jsonb)`.execute(tx)
      await inTenant(bed.world.ctx.db, bed.ours.id, async (tx) => {
        await react(tx, { value: '👍', action: 'add' })
        await react(tx, { value: '👍', action: 'add' }, '+15550108888')
        await react(tx, { value: '👍', action: 'add', part: 2 })
        await react(tx, { value: '❤️', action: 'add' })
      })
      const { json } = await get(bed.reader, `/bff/conversations/${thread}`)
      expect((await get(bed.reader, `/bff/api/v1/messages/${message}`)).json.reactions).toEqual(
        json.messages[0].reactions,
      )
      return json.messages[0].reactions.map(
        ({ value, by, part = 1 }: { value: string; by: string; part?: number }) => [value, by, part],
      )
    }
    const others = [
      ['👍', '+15550108888', 1],
      ['👍', '+15550109999', 2],
      ['❤️', '+15550109999', 1],
    ]
    expect(await shown('whatsappnative')).toEqual(others)
    expect(await shown('telegram')).toEqual([['👍', '+15550109999', 1], ...others])
  })

  test('shows versions, deletion, reactions, receipts, answers and memberships', async () => {
    const thread = newId<ConversationId>(new Date())
    const [first, second] = await tell(
      {
        conversation_id: thread,
        body: 'second text',
        edited_at: new Date(),
        message_key: 'k1',
        deleted_at: new Date(),
      },
      { conversation_id: thread, body: 'answer', reply_to_key: 'k1' },
    )
    await inTenant(bed.world.ctx.db, bed.ours.id, async (tx) => {
      const record_id = newId(new Date())
      for (const [revision, body] of [
        [1, 'first text'],
        [2, 'second text'],
      ] as const)
        await sql`insert into message_revision (message_id, revision, body, at, captured_at, record_id)
          values (${first}, ${revision}, ${body}, now(), now(), ${record_id})`.execute(tx)
      const event = (
        kind: string,
        payload: object,
        target: { message?: MessageId | undefined; conversation?: string } = { message: first },
      ) =>
        sql`insert into message_event (id, record_id, channel, account_id, event_key, kind, message_id, conversation_id, actor_address, at, captured_at, payload)
          values (${newId(new Date())}, ${record_id}, 'sms', ${record_id}, ${JSON.stringify(payload)}, ${kind},
            ${target.message ?? null}, ${target.conversation ?? null}, '+15550109999', clock_timestamp(), now(), ${JSON.stringify(payload)}::jsonb)`.execute(
          tx,
        )
      await event('reaction', { value: '👍', action: 'add' })
      await event('reaction', { value: '😡', action: 'add' })
      await event('reaction', { value: '😡', action: 'remove' })
      // On the second part of the message, beside the one on the first.
      await event('reaction', { value: '👍', action: 'add', part: 2 })
      await event('reaction', { value: '❤️', action: 'add', part: 2 })
      await event('reaction', { value: '❤️', action: 'remove', part: 2 })
      await event('status', { state: 'delivered', recipient: { kind: 'phone', value: '+1555' } })
      await event(
        'membership',
        { action: 'joined', who: { kind: 'phone', value: '+1777' }, whoName: 'Cid' },
        { conversation: thread },
      )
    })
    const { json } = await get(bed.reader, `/bff/conversations/${thread}`)
    expect(json.messages[0]).toMatchObject({
      id: first,
      isEdited: true,
      isDeleted: true,
      versions: [
        { revision: 1, body: 'first text' },
        { revision: 2, body: 'second text' },
      ],
      deletion: { scope: 'unknown' },
      receipts: [{ state: 'delivered', recipient: '+1555' }],
    })
    expect(json.messages[0].reactions).toEqual([
      { value: '👍', by: '+15550109999', at: expect.any(String) },
      { value: '👍', by: '+15550109999', at: expect.any(String), part: 2 },
    ])
    expect(json.messages[1]).toMatchObject({ id: second, replyToId: first })
    expect(json.memberships).toMatchObject([{ action: 'joined', who: 'Cid', by: '+15550109999' }])
  })
})
