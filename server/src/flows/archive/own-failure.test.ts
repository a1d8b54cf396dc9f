/** A mail that cannot be sent, beside others that can: the connection ends at it each time, or it cannot be composed. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Budget } from '#platform/budget.ts'
import { inTenant } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { messageOf } from '#testing/history.ts'
import { mailsTo } from '#testing/waiting-mail.ts'
import { sendArchive } from './send-archive.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const rounds = 12
const sayElsewhere = async (body: string, from = '+15550107777') => {
  await on.world.deliver(on.tenant, { from, body })
  await on.world.settle()
}
const next = async (minutes = 10) => {
  on.world.pass(minutes * minuteMs)
  await on.send()
}
/** Read by someone who signs in after the time that has passed. */
const mails = async () => {
  await on.pass(0)
  return on.mails()
}
const taken = () =>
  on.archive.got.flatMap(({ isTaken, mail }) => {
    const [word] = (isTaken && mail.text?.match(/One|Two|Three|Poison|Worse|Elsewhere \d+/)) || []
    return word ? [word] : []
  })
const own = () => taken().filter((word) => !word.startsWith('Elsewhere'))
const idsOf = (text: string) => [
  ...new Set(
    on.archive.got.filter(({ mail }) => mail.text?.includes(text)).map(({ mail }) => mail.messageId),
  ),
]
const failed = async () => (await mails()).filter(({ state }: { state: string }) => state === 'failed')
const notices = async () => {
  const { email } = await inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
    tx
      .selectFrom('tenant_user')
      .where('id', '=', on.tenant.users.tenant_admin)
      .select('email')
      .executeTakeFirstOrThrow(),
  )
  return (await mailsTo(on.world.ctx, on.tenant.id, email)).filter(({ subject }) =>
    subject.startsWith('Archiving:'),
  )
}

test('mails that always end the connection wait for people, who are notified once an hour at most, and later mails are sent', async () => {
  await on.configure()
  on.archive.poison.add('Poison').add('Worse')
  for (const text of ['One', 'Poison', 'Two', 'Three']) await on.say(text)
  await sayElsewhere('Worse')
  await on.send()
  for (let round = 1; round <= rounds && (await failed()).length < 2; round += 1) {
    await sayElsewhere(`Elsewhere ${round}`, '+15550106666')
    await next()
  }
  expect(own()).toEqual(['One', 'Two', 'Three'])
  const [mail, ...others] = await failed()
  expect([mail, ...others]).toMatchObject(Array(2).fill({ state: 'failed', problem: 'ends-connection' }))
  for (const text of ['Poison', 'Worse'])
    expect(on.archive.got.filter(({ mail: { text: body } }) => body?.includes(text))).toHaveLength(5)
  const { json } = await on.admin.call('GET', `${on.url}/settings`)
  expect(json.settings.trouble).toBeUndefined()
  const got = await notices()
  expect(got.length).toBeGreaterThan(0)
  expect(got.length).toBeLessThanOrEqual(2)
  expect(got[0]?.text).toContain('/organization/smtp-integration')
  expect(got[0]?.text).not.toContain('Poison')
  on.archive.poison.clear()
  expect((await on.admin.call('POST', `${on.url}/mails/${mail.id}/resend`)).status).toBe(200)
  await on.send()
  expect(own()).toEqual(['One', 'Two', 'Three', 'Poison'])
  expect(await failed()).toEqual(others)
  // The archive may have got it each time: it was always the same mail.
  expect(idsOf('Poison')).toHaveLength(1)
})

test(
  'the same without another conversation: the next mail shows that the archive accepts mails',
  { tags: ['whole'] },
  async () => {
    await on.configure()
    on.archive.poison.add('Poison').add('Worse')
    for (const text of ['Poison', 'Worse', 'One', 'Two', 'Three']) await on.say(text)
    await on.send()
    for (let round = 1; round <= 2 * rounds && own().length < 3; round += 1) await next(60)
    expect(own()).toEqual(['One', 'Two', 'Three'])
    await next(60)
    expect((await failed()).map(({ problem }: { problem: string }) => problem)).toEqual([
      'ends-connection',
      'ends-connection',
    ])
  },
)

test('an archive that ends every connection for a day gets everything afterwards, once and in order', async () => {
  await on.configure()
  for (const text of ['One', 'Two']) await on.say(text)
  await sayElsewhere('Elsewhere 1')
  for (const text of ['One', 'Two', 'Elsewhere']) on.archive.poison.add(text)
  await on.send()
  // So often that all of the first conversation are suspected.
  for (let hour = 0; hour < 24; hour += 2) await next(2 * 60)
  expect(await failed()).toEqual([])
  expect((await mails()).map(({ attempts }: { attempts: number }) => attempts)).toEqual([0, 0, 0])
  on.archive.poison.clear()
  for (let hour = 0; hour < 3; hour += 1) await next(60)
  expect(own()).toEqual(['One', 'Two'])
  expect(taken()).toContain('Elsewhere 1')
  expect(await failed()).toEqual([])
})

describe('a mail that cannot be composed', () => {
  /** A mail about no version of its message. */
  const spoil = (said: string) =>
    inTenant(on.world.ctx.db, on.tenant.id, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into archive_mail (message_id, conversation_id, event, ref, revision, state, due_at, created_at)
        select id, conversation_id, 'edit', 'no version', 9, 'queued', ${on.world.ctx.now()}, ${on.world.ctx.now()}
        from message where body = ${said} returning id`.execute(tx)
      return rows[0]?.id
    })

  test('keeps no others waiting, is tried again, and waits for people in the end', async () => {
    await on.configure({ mode: 'paused' })
    await on.say('Spoilt')
    const id = await spoil('Spoilt')
    for (const number of [1, 2, 3]) await sayElsewhere(`Elsewhere ${number}`)
    await on.configure({ expectedVersion: 1 })
    await on.send()
    expect(taken()).toEqual(['Elsewhere 1', 'Elsewhere 2', 'Elsewhere 3'])
    const mail = async () => (await mails()).find((one: { id: string }) => one.id === id)
    expect(await mail()).toMatchObject({ state: 'deferred', problem: 'not-composed', attempts: 1 })
    for (let round = 0; round < 14; round += 1) await next(25 * 60)
    expect(await mail()).toMatchObject({ state: 'failed', problem: 'not-composed', attempts: 14 })
    expect((await notices()).length).toBe(1)
  })

  test(
    'because its people fill it is tried again, and fits once the largest mail is larger',
    { tags: ['whole'] },
    async () => {
      await on.configure({ maxMailMb: 1 })
      const participants = Array.from({ length: 300 }, (_, index) => ({
        identity: { kind: 'phone' as const, value: `+1555020${1000 + index}` },
        displayName: 'name '.repeat(200),
        role: 'member' as const,
      }))
      const body = 'long '.repeat(20_000)
      await on.happen(
        messageOf(on.world, {
          channel: 'sms',
          conversationType: 'group',
          participants,
          body,
          direction: 'inbound',
        }),
      )
      await sayElsewhere('Elsewhere 1')
      await on.send()
      expect(taken()).toEqual(['Elsewhere 1'])
      await on.configure({ maxMailMb: 25, expectedVersion: 1 })
      await next()
      expect(await mails()).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }])
    },
  )
})

test('mails of a turn that ends unexpectedly are due again soon, with no attempt used up', async () => {
  await on.configure()
  for (const text of ['One', 'Two']) await on.say(text)
  await sayElsewhere('Elsewhere 1')
  class NoRoom extends Budget {
    override within<T>(): Promise<T> {
      return Promise.reject(new Error('unexpected'))
    }
  }
  const { ctx } = on.world
  await expect(sendArchive(ctx, on.tenant.id, { budget: new NoRoom() })).rejects.toThrow('unexpected')
  await next(1)
  expect(own()).toEqual(['One', 'Two'])
  expect((await on.mails()).map(({ attempts }: { attempts: number }) => attempts)).toEqual([1, 1, 1])
})
