/** Mails that the archive takes and returns later: the reports reach a journal of the organization. */
import type { ArchivedMail } from '@verbatim/contract/archive-mails.ts'
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { journal } from '#testing/archiving-on.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { deliveryReport, exchangeReport } from '#testing/fakes/mail.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const lastId = () => on.archive.got.at(-1)?.mail.messageId ?? ''
const returned = (messageId = lastId(), other = {}) =>
  deliveryReport({
    messageId,
    recipient: journal,
    status: '5.1.1',
    answer: '550 5.1.1 No such journal',
    ...other,
  })
/** The mail about what was said, not that about a report. */
const theMail = async () => (await on.mails())[0]

async function sayOne(): Promise<void> {
  await on.configure()
  await on.say('One')
  await on.send()
  expect(await theMail()).toMatchObject({ state: 'accepted' })
}

test('a permanently returned mail counts as failed, with the reason, and can be sent again', async () => {
  await sayOne()
  await on.receive(returned())
  expect(await theMail()).toMatchObject({
    state: 'failed',
    problem: 'returned',
    answer: '550 5.1.1 No such journal',
    refusedRecipients: [journal],
  })
  const { json } = await on.admin.call('GET', `${on.url}/summary`)
  const mail = await theMail()
  expect(json.differences).toContain(mail.messageId)
  expect((await on.admin.call('POST', `${on.url}/mails/${mail.id}/resend`)).status).toBe(200)
  const first = lastId()
  await on.send()
  expect([lastId(), (await theMail()).state]).toEqual([first, 'accepted'])
})

test('a report inside a journal mail is recognized too', { tags: ['whole'] }, async () => {
  await sayOne()
  await on.receive(
    exchangeReport(['Sender: mailer-daemon@vendor.example', 'To: archive@acme.example'], returned()),
  )
  expect(await theMail()).toMatchObject({ state: 'failed', problem: 'returned' })
})

test('a temporarily returned mail is sent again after an hour', async () => {
  await sayOne()
  await on.receive(returned(lastId(), { status: '4.4.7', answer: '451 4.4.7 Expired' }))
  expect(await theMail()).toMatchObject({
    state: 'deferred',
    problem: 'returned',
    answer: '451 4.4.7 Expired',
  })
  await on.send()
  expect(on.archive.got).toHaveLength(1)
  await on.pass(61 * minuteMs)
  await on.send()
  expect(await theMail()).toMatchObject({ state: 'accepted', attempts: 2 })
  expect(new Set(on.archive.got.map(({ mail }) => mail.messageId)).size).toBe(1)
})

test('of two recipients, only the one without the mail gets it again', async () => {
  const other = 'second@vendor.example'
  await on.configure({ journalRecipients: [journal, other] })
  await on.say('Both')
  await on.send()
  await on.receive(returned(lastId(), { recipient: other.toUpperCase() }))
  const { id, refusedRecipients } = await theMail()
  expect(refusedRecipients).toEqual([other])
  await on.admin.call('POST', `${on.url}/mails/${id}/resend`)
  await on.send()
  expect(on.archive.got.map(({ to }) => to)).toEqual([[journal, other], [other]])
})

test('the mail of a day is returned like any other', { tags: ['whole'] }, async () => {
  await on.configure({ delivery: 'conversation_day' })
  await on.say('Today')
  await on.pass(2 * dayMs)
  await on.send()
  expect(on.archive.got).toHaveLength(1)
  await on.receive(returned())
  const mails = await on.mails()
  expect(mails.find(({ day }: { day?: object }) => day)).toMatchObject({
    state: 'failed',
    problem: 'returned',
  })
})

test('the mail about members is returned like any other', { tags: ['whole'] }, async () => {
  await on.configure({ alsoEvents: ['membership'] })
  await on.say('One')
  const { key } = await inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
    tx.selectFrom('conversation').select('conversation_key as key').executeTakeFirstOrThrow(),
  )
  const who = { kind: 'phone', value: '+15550109999' } as const
  const joined = { kind: 'membership', channel: 'sms', conversationKey: key, action: 'joined', who } as const
  await on.happen({ ...joined, eventKey: 'g1', at: on.world.ctx.now() })
  await on.send()
  const { messageId } = on.archive.got.find(({ mail }) => mail.subject?.startsWith('MEMBERS'))?.mail ?? {}
  await on.receive(returned(messageId))
  const states = (await on.mails()).map(({ event, state }: ArchivedMail) => [event, state])
  expect(states).toContainEqual(['membership', 'failed'])
  expect(states).toContainEqual(['message', 'accepted'])
})

test('a report is itself archived a day later, so that no report of a report follows at once', async () => {
  await sayOne()
  await on.receive(returned())
  await on.send()
  expect(on.archive.got).toHaveLength(1)
  await on.pass(dayMs + minuteMs)
  await on.send()
  expect(on.archive.got).toHaveLength(2)
  expect(on.archive.got.at(-1)?.mail.text).toContain('could not be delivered')
})

test.each<[string, () => string]>([
  ['a delay', () => returned(lastId(), { action: 'delayed' })],
  ['a mail of others', () => returned('<a-newsletter@vendor.example>')],
  ['a mail of ours that does not exist', () => returned(lastId().replace(/\.r1@/, '.r7@'))],
])('%s changes nothing', async (_, report) => {
  await sayOne()
  await on.receive(report())
  expect(await theMail()).toMatchObject({ state: 'accepted' })
})

test('a report at another organization changes nothing here', async () => {
  await sayOne()
  await on.receive(returned(), await on.world.makeTenant('archive-returned-other'))
  expect(await theMail()).toMatchObject({ state: 'accepted' })
})
