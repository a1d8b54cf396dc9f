/** Captured messages and changes against their mails: the sums of days, and the mail about each day. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { placeOf, takeMails } from '#domains/mail/commands.ts'
import { dayOf } from '#kernel/days.ts'
import { inTenant } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { insertMessages } from '#testing/messages.ts'
import { runArchiveTasks } from './run-tasks.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const to = 'ops@acme.example'
const today = () => dayOf(on.world.ctx.now())
const compare = (a: string, b: string) => (a < b ? -1 : 1)
const summary = async () => (await on.admin.call('GET', `${on.url}/summary`)).json
async function run(): Promise<void> {
  for (let turn = 0; turn < 40 && (await runArchiveTasks(on.world.ctx, on.tenant.id)) > 0; turn += 1);
}
const theMessage = () =>
  inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
    tx
      .selectFrom('message')
      .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
      .select([
        'message.id',
        'message.conversation_id as conversationId',
        'conversation.conversation_key as conversationKey',
      ])
      .executeTakeFirstOrThrow(),
  )

const who = { kind: 'phone', value: '+15550107777' } as const
const changes = {
  edit: { kind: 'edit', body: 'Edited' },
  delete: { kind: 'delete', scope: 'everyone' },
  reaction: { kind: 'reaction', action: 'add', value: '👍' },
  receipt: { kind: 'status', state: 'read', recipient: who },
} as const
const extras = ['membership', 'receipt']

async function change(kind: keyof typeof changes | 'membership', targetKey: string): Promise<void> {
  on.world.pass(1)
  const about = { channel: 'sms', eventKey: kind, at: on.world.ctx.now() } as const
  const { conversationKey } = await theMessage()
  await on.happen(
    kind === 'membership'
      ? { ...about, kind, conversationKey, action: 'joined', who }
      : { ...about, ...changes[kind], targetKey },
  )
}

test.each(shareOf(['edit', 'delete', 'reaction', 'receipt'] as const))(
  'a day is not whole while the archive lacks the mail about a change: %s',
  async (kind) => {
    await on.configure({ alsoEvents: extras })
    const targetKey = await on.say('As sent')
    await on.send()
    const { id } = await theMessage()
    on.archive.answers.push(451)
    await change(kind, targetKey)
    await on.send()
    expect((await summary()).days).toMatchObject([{ captured: 2, queued: 2, accepted: 1, failed: 0 }])
    on.archive.answers.push(554)
    await on.pass(dayMs / 24)
    await on.send()
    expect(await summary()).toMatchObject({
      days: [{ captured: 2, queued: 2, accepted: 1, failed: 1 }],
      differences: [id],
      conversations: [],
    })
  },
)

test('a day is not whole while the archive lacks the mail about members, which is of a conversation', async () => {
  await on.configure({ alsoEvents: extras })
  const targetKey = await on.say('As sent')
  await on.send()
  on.archive.answers.push(554)
  await change('membership', targetKey)
  await on.send()
  expect(await summary()).toMatchObject({
    days: [{ captured: 2, queued: 2, accepted: 1, failed: 1 }],
    differences: [],
    conversations: [(await theMessage()).conversationId],
  })
})

test('a change without a mail is a difference, whatever it is', async () => {
  await on.configure({ alsoEvents: extras })
  await on.say('As sent')
  await on.send()
  const { id, conversationId } = await theMessage()
  await inTenant(on.world.ctx.db, on.tenant.id, async (tx) => {
    const now = on.world.ctx.now()
    for (const kind of ['delete', 'reaction', 'status', 'membership'])
      await sql`insert into message_event (id, record_id, channel, account_id, event_key, kind, message_id, conversation_id, at, captured_at, payload)
        select gen_random_uuid(), record_id, channel, account_id, ${kind}, ${kind}, case when ${kind} <> 'membership' then id end,
          case when ${kind} = 'membership' then conversation_id end, ${now}, ${now}, '{}' from message`.execute(
        tx,
      )
    await sql`insert into message_revision (message_id, revision, body, at, captured_at, record_id)
      select id, 2, 'Edited', ${now}, ${now}, record_id from message`.execute(tx)
  })
  expect(await summary()).toMatchObject({
    days: [{ captured: 6, queued: 1, accepted: 1, failed: 0 }],
    differences: [id],
    conversations: [conversationId],
  })
})

test('receipts and members count if they are chosen, and from then on', async () => {
  await on.configure()
  const targetKey = await on.say('As sent')
  await change('receipt', targetKey)
  await change('membership', targetKey)
  await on.send()
  expect((await summary()).days).toMatchObject([{ captured: 1, accepted: 1 }])
  on.world.pass(1)
  await on.configure({ alsoEvents: extras, expectedVersion: 1 })
  expect((await summary()).days).toMatchObject([{ captured: 1, accepted: 1 }])
  on.world.pass(1)
  await on.admin.call('POST', `${on.url}/back-fill`, { startFrom: today() })
  await run()
  await on.send()
  expect((await summary()).days).toMatchObject([{ captured: 3, accepted: 3 }])
})

test('a status that says no state has no mail, and is no entry', { tags: ['whole'] }, async () => {
  await on.configure({ alsoEvents: extras })
  const targetKey = await on.say('As sent')
  await on.happen({
    ...changes.receipt,
    channel: 'sms',
    eventKey: 'named',
    targetKey,
    state: '',
    at: on.world.ctx.now(),
  })
  await on.send()
  expect((await summary()).days).toMatchObject([{ captured: 1, queued: 1, accepted: 1 }])
})

test('a change is of the day that it came on, and is named by that day, also if its message is older than any summary', async () => {
  await on.configure({ summaryRecipients: [to] })
  const targetKey = await on.say('As sent')
  await on.send()
  await on.pass(20 * dayMs)
  const day = today()
  on.archive.answers.push(554)
  await change('delete', targetKey)
  await on.send()
  const { id } = await theMessage()
  expect(await summary()).toMatchObject({
    days: [{ day, captured: 1, queued: 1, accepted: 0, failed: 1 }],
    differences: [id],
  })
  await on.pass(3 * dayMs)
  await run()
  const about = (await sent(to)).find(({ subject }) => subject.startsWith(`Archiving on ${day}`))
  expect(about?.subject).toBe(`Archiving on ${day}: 1 captured, 0 accepted, 1 missing`)
  expect(about?.text).toContain(`${id}  deletion: failed`)
})

test('what the archive still lacks of earlier days is named again, until it has it', async () => {
  await on.configure({ summaryRecipients: [to] })
  const targetKey = await on.say('As sent')
  await on.send()
  on.archive.answers.push(554)
  await change('reaction', targetKey)
  await on.send()
  const { id } = await theMessage()
  const earlier = `It has not accepted these of the 13 days before:\n\n${id}  reaction: failed`
  await on.pass(2 * dayMs)
  const day = today()
  await on.pass(2 * dayMs)
  await run()
  const of = async (which: string) =>
    (await sent(to)).find(({ subject }) => subject.startsWith(`Archiving on ${which}`))
  expect((await of(day))?.subject).toMatch(/: 0 captured, 0 accepted$/)
  expect((await of(day))?.text).toContain(earlier)
  const failed = (await on.mails()).find(({ state }: { state: string }) => state === 'failed')
  await on.admin.call('POST', `${on.url}/mails/${failed.id}/resend`)
  await on.send()
  const next = today()
  await on.pass(2 * dayMs)
  await run()
  expect((await of(next))?.text).toContain('The archive accepted each of them.')
  expect((await of(next))?.text).not.toContain('days before')
})

test('each day has one summary mail, with the mails that the archive lacks', async () => {
  await on.configure({ summaryRecipients: [to] })
  const day = today()
  await on.say('Taken')
  await on.send()
  on.archive.answers.push(554)
  await on.say('Refused')
  await on.send()
  const failed = (await on.mails()).find(({ state }: { state: string }) => state === 'failed')
  await run()
  expect(await sent(to)).toEqual([])
  await on.pass(3 * dayMs)
  await run()
  const all = await sent(to)
  expect(all[0]?.subject).toBe(`Archiving on ${day}: 2 captured, 1 accepted, 1 missing`)
  expect(all[0]?.text).toContain(`${failed.messageId}  failed`)
  expect(all[1]?.subject).toMatch(/: 0 captured, 0 accepted$/)
  await on.configure({ summaryRecipients: [], expectedVersion: 1 })
  await on.pass(3 * dayMs)
  await run()
  expect(await sent(to)).toEqual(all)
})

test('a summary of more messages than it can name has a file with all of them', async () => {
  await on.configure({ summaryRecipients: [to] })
  const { db } = on.world.ctx
  const now = on.world.ctx.now()
  const ids = await inTenant(db, on.tenant.id, (tx) =>
    insertMessages(
      tx,
      Array.from({ length: 102 }, (_, index) => ({ body: `Message ${index}` })),
      now,
    ),
  )
  await on.pass(2 * dayMs)
  await run()
  const [summary] = (await inTenant(db, on.tenant.id, (tx) => takeMails(tx, on.world.ctx, 50))).filter(
    ({ subject }) => subject.endsWith('102 missing'),
  )
  expect(summary?.text).toContain('\nand 2 more. The attached file has all of them.')
  expect(ids.filter((id) => summary?.text.includes(id))).toHaveLength(100)
  const [file, ...others] = summary?.files ?? []
  expect(others).toEqual([])
  expect(file).toMatchObject({ name: `archiving-${dayOf(now)}.csv`, contentType: 'text/csv; charset=utf-8' })
  const [heads, ...rows] = Buffer.from(file!.bytes).toString().trimEnd().split('\r\n')
  expect(heads).toBe('\ufeff"Message ID","Conversation ID","Entry","Status"')
  expect(rows.toSorted(compare)).toEqual(ids.map((id) => `"${id}","","message","no email"`).toSorted(compare))
})

/** Mails of the product to this address, the oldest first. */
async function sent(to: string): Promise<{ subject: string; text: string }[]> {
  const { db, secrets } = on.world.ctx
  const rows = await inTenant(db, on.tenant.id, (tx) =>
    tx.selectFrom('mail').selectAll().where('recipient', '=', to).orderBy('subject').execute(),
  )
  return rows.map(({ id, subject, text_sealed: sealed }) => ({
    subject,
    text: secrets.unseal(sealed ?? Buffer.alloc(0), placeOf(on.tenant.id, id)).toString(),
  }))
}
