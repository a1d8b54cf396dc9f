/** Failed mails are sent again together. */
import type { ArchivedMail } from '@verbatim/contract/archive-mails.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { isWhole } from '@verbatim/reference/share.ts'
import { resendMails } from '#domains/archiving/resend-commands.ts'
import { everything } from '#kernel/actor.ts'
import { inTenant } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const resend = (query = '', who = on.admin) => who.call('POST', `${on.url}/mails/resend${query}`)
const states = async () => (await on.mails()).map(({ state }: ArchivedMail) => state)
const audited = async () =>
  (await on.admin.call('GET', '/audit/events?filter=eventType[eq]:archive_mails_resent')).json.items
const refuse = (count: number) => on.archive.answers.push(...Array.from({ length: count }, () => 554))

/** Messages, each with a reaction, that the archive refuses. */
async function sayRefused(count: number): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    const targetKey = await on.say(`Message ${place}`)
    const about = { channel: 'sms', targetKey, at: on.world.ctx.now() } as const
    await on.happen({ ...about, kind: 'reaction', eventKey: `r ${targetKey}`, action: 'add', value: '👍' })
  }
  refuse(2 * count)
  await on.send()
}

test('a day on which the archive refused every mail is recovered by one act, and it gets none twice', async () => {
  await on.configure()
  const said = isWhole ? 30 : 5
  await sayRefused(said)
  expect(new Set(await states())).toEqual(new Set(['failed']))
  on.archive.answers.length = 0
  await on.pass(dayMs)
  await on.say('The next day')
  await on.send()
  expect((await resend()).json).toEqual({ resent: 2 * said, isAll: true })
  // Some are put off meanwhile, and one is taken without an answer that arrives.
  on.archive.answers.push(451, 'take', 'cut', 451)
  for (let turn = 0; turn < 10; turn += 1) {
    await on.send()
    on.world.pass(dayMs / 4)
  }
  await on.pass(1)
  expect(new Set(await states())).toEqual(new Set(['accepted']))
  const taken = on.archive.got.filter(({ isTaken }) => isTaken).map(({ mail }) => mail.messageId)
  expect(taken).toHaveLength(2 * said + 1)
  expect(new Set(taken).size).toBe(2 * said + 1)
  // Whatever it was offered before, it was offered under these ids alone.
  expect(new Set(on.archive.got.map(({ mail }) => mail.messageId))).toEqual(new Set(taken))
  const { days, differences } = (await on.admin.call('GET', `${on.url}/summary`)).json
  for (const { captured, queued, accepted } of days) expect([queued, accepted]).toEqual([captured, captured])
  expect(differences).toEqual([])
  expect(await audited()).toMatchObject([{ counts: { emails: 2 * said } }])
})

test('only failed mails that the filter matches are sent again', async () => {
  await on.configure()
  await sayRefused(1)
  const [{ createdAt }] = await on.mails()
  const day = createdAt.slice(0, 10)
  await on.pass(2 * dayMs)
  await sayRefused(1)
  await on.say('Waits')
  for (const [filter, resent] of [
    ['state[eq]:accepted', 0],
    ['state[eq]:queued', 0],
    [`createdAt[between]:${day}|${day},event[eq]:reaction`, 1],
    [`createdAt[between]:${day}|${day}`, 1],
    ['event[eq]:message', 1],
  ] as const)
    expect((await resend(`?filter=${encodeURIComponent(filter)}`)).json, filter).toEqual({
      resent,
      isAll: true,
    })
  const became = (await on.mails()).map(({ event, state }: ArchivedMail) => `${event} ${state}`)
  expect(became.toSorted()).toEqual([
    'message queued',
    'message queued',
    'message queued',
    'reaction failed',
    'reaction queued',
  ])
  expect(await audited()).toHaveLength(3)
  expect((await resend('?filter=sender[eq]:x')).status).toBe(400)
})

test('one act takes so many at most, the oldest first, and says that more are left', async () => {
  await on.configure()
  await sayRefused(2)
  const actor = { tenantId: on.tenant.id, name: 'Ana', scope: everything } as Parameters<
    typeof resendMails
  >[1]
  const some = () =>
    inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
      resendMails(tx, actor, { filter: [], most: 3 }, on.world.ctx.now()),
    )
  expect(await some()).toEqual({ resent: 3, isAll: false })
  expect((await states()).toSorted()).toEqual(['failed', 'queued', 'queued', 'queued'])
  expect(await some()).toEqual({ resent: 1, isAll: true })
})

test('who may not manage archiving sends none again, and no one those of another organization', async () => {
  await on.configure()
  await sayRefused(1)
  for (const role of ['compliance', 'analyst', 'manager'] as const)
    expect((await resend('', await on.world.as(on.tenant, on.tenant.users[role]))).status, role).toBe(403)
  const other = await on.world.makeTenant('archive-resend-other')
  const stranger = await on.world.as(other, other.users.tenant_admin)
  expect((await resend('', stranger)).json).toEqual({ resent: 0, isAll: true })
  expect(await states()).toEqual(['failed', 'failed'])
  expect(await audited()).toEqual([])
})
