/** What we have and the provider's list lacks, against Twilio's list. */
import type { CoveredDay } from '@verbatim/contract/account-coverage.ts'
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { client, setUpReconciling } from '#testing/reconciling.ts'

const { bed, ago, connect, pass, compare, coverage } = setUpReconciling()

type Account = Awaited<ReturnType<typeof connect>>

/** It was compared before: what came earlier may have come from another place. */
async function connectCompared(): Promise<Account> {
  const account = await connect()
  await compare()
  return account
}

/** @returns Its SID. */
async function deliver({ number }: Account, body: string): Promise<string> {
  const sent = { from: client, body, at: ago(minuteMs) }
  await bed.twilio.deliverTo(number, sent, { origin: bed.origin })
  await bed.world.settle()
  return inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
    const found = await tx.selectFrom('message').where('body', '=', body).select('message_key').execute()
    return found[0]?.message_key ?? ''
  })
}

const sumOf = async (account: Account, count: 'gone' | 'unasked'): Promise<number> => {
  const { days }: { days: readonly CoveredDay[] } = await coverage(account)
  return days.reduce((total, day) => total + day[count], 0)
}
const goneOf = (account: Account) => sumOf(account, 'gone')
const unaskedOf = (account: Account) => sumOf(account, 'unasked')

const noted = () =>
  inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx
      .selectFrom('unlisted_message')
      .innerJoin('message', 'message.id', 'unlisted_message.message_id')
      .select(['body', 'is_gone'])
      .orderBy('body')
      .execute(),
  )

const asked = (sid: string) =>
  bed.twilio.messages.calls.filter((call) => call.endsWith(`/${sid}.json`)).length

async function passAndCompare(ms: number): Promise<void> {
  await pass(ms)
  await compare()
}

test('a message that was removed at the provider stays, and its day says that the provider no longer has it', async () => {
  const account = await connectCompared()
  const removed = await deliver(account, 'Removed')
  await deliver(account, 'Kept')
  bed.twilio.messages.remove(removed)
  await passAndCompare(5 * minuteMs)
  // More may still come into an hour that is not over.
  expect(await noted()).toEqual([])
  await passAndCompare(2 * hourMs)
  expect(await noted()).toEqual([{ body: 'Removed', is_gone: true }])
  expect(await goneOf(account)).toBe(1)
  await passAndCompare(hourMs)
  await passAndCompare(dayMs)
  expect([asked(removed), await goneOf(account)]).toEqual([1, 1])
})

test('a message that the provider has under another time is not taken for a removed one, until it is', async () => {
  const account = await connectCompared()
  const sid = await deliver(account, 'Moved')
  const earlier = ago(20 * dayMs).toUTCString()
  bed.twilio.messages.change(sid, { date_sent: earlier, date_created: earlier })
  await passAndCompare(2 * hourMs)
  expect(await noted()).toEqual([{ body: 'Moved', is_gone: false }])
  expect(await goneOf(account)).toBe(0)
  bed.twilio.messages.remove(sid)
  // Its week is compared once a day.
  await passAndCompare(hourMs)
  expect(await goneOf(account)).toBe(0)
  await passAndCompare(1.5 * dayMs)
  expect(await goneOf(account)).toBe(1)
})

test('a message that was removed days later is found with the week', { tags: ['whole'] }, async () => {
  const account = await connectCompared()
  const sid = await deliver(account, 'Removed later')
  await passAndCompare(2 * hourMs)
  bed.twilio.messages.remove(sid)
  await passAndCompare(2 * dayMs)
  await passAndCompare(hourMs)
  expect(await goneOf(account)).toBe(1)
})

test('what a list brought is not missed in it', async () => {
  const { number } = await connectCompared()
  bed.twilio.message({ from: client, to: number, body: 'Missed', at: ago(minuteMs) })
  await passAndCompare(2 * hourMs)
  await passAndCompare(hourMs)
  expect(await noted()).toEqual([])
})

test('a message without an answer is asked about again, after all others', async () => {
  const account = await connectCompared()
  const unanswered = await deliver(account, 'Unanswered')
  const removed = await deliver(account, 'Removed')
  bed.twilio.messages.remove(unanswered)
  bed.twilio.messages.remove(removed)
  bed.twilio.messages.busyAbout = unanswered
  await passAndCompare(2 * hourMs)
  expect(await noted()).toEqual([
    { body: 'Removed', is_gone: true },
    { body: 'Unanswered', is_gone: null },
  ])
  expect([await goneOf(account), await unaskedOf(account)]).toEqual([1, 1])
  bed.twilio.messages.busyAbout = undefined
  await passAndCompare(hourMs)
  expect([await goneOf(account), await unaskedOf(account)]).toEqual([2, 0])
})

test(
  'another account at the provider does not have the messages of the one before, and nothing is said of them',
  { tags: ['whole'] },
  async () => {
    const account = await connectCompared()
    await deliver(account, 'Of the account before')
    // It was noted before the account changed, and not asked about yet.
    const unasked = await deliver(account, 'Unasked')
    bed.twilio.messages.remove(unasked)
    bed.twilio.messages.busyAbout = unasked
    await passAndCompare(2 * hourMs)
    expect(await unaskedOf(account)).toBe(1)
    bed.twilio.messages.busyAbout = undefined
    const place = (name: string) =>
      inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
        tx.updateTable('channel_account').set({ list_place: name }).where('name', '=', 'Desk').execute(),
      )
    const places = () =>
      inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
        tx
          .selectFrom('channel_account')
          .where('name', '=', 'Desk')
          .select(['list_place', 'list_place_since'])
          .execute(),
      )
    expect(await places()).toMatchObject([{ list_place: bed.twilio.accountSid }])
    // As it was compared with another one until now.
    await place('AC-before')
    for (const sid of bed.twilio.messages.all()) bed.twilio.messages.remove(sid)
    await passAndCompare(2 * hourMs)
    await passAndCompare(1.5 * dayMs)
    expect(await noted()).toEqual([{ body: 'Unasked', is_gone: null }])
    const [now] = await places()
    expect(now?.list_place).toBe(bed.twilio.accountSid)
    // It is not asked about any more.
    expect(await unaskedOf(account)).toBe(0)
    // What comes from now on is its own.
    bed.twilio.messages.remove(await deliver(account, 'Its own'))
    await passAndCompare(2 * hourMs)
    expect(await noted()).toEqual([
      { body: 'Its own', is_gone: true },
      { body: 'Unasked', is_gone: null },
    ])
  },
)
