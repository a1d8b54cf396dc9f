/** People learn that the archive takes no mails, from the mails and the inbox that they get, with each kind of failure of a real server. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { WaitingMail } from '@verbatim/contract/mail.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { momentText } from '#domains/mail/words.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import type { FakeArchive } from '#testing/fakes/archive.ts'
import { readNews } from '#testing/news.ts'
import { useSecureArchives } from '#testing/secure-archives.ts'
import { notifyOfOutage } from './notify-of-outage.ts'
import { sendArchive } from './send-archive.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const secure = useSecureArchives()
const { tokens, user } = secure
let ca: string | undefined
beforeEach(() => void (ca = undefined))
async function work(): Promise<void> {
  while ((await sendArchive({ ...on.world.ctx, archiveLink: { ...(ca && { ca }) } }, on.tenant.id)) > 0);
  while ((await notifyOfOutage(on.world.ctx, on.tenant.id)) > 0);
}
/** Works after each of equal steps, and then signs the administrator in again. */
const pass = async (ms: number, steps = 1) => {
  for (let step = 0; step < steps; step += 1) {
    on.world.pass(ms / steps)
    await work()
  }
  await on.pass(0)
}
const news = readNews(() => on, 'Archiving')
const holders = () =>
  ['tenant_admin', 'super_admin'].map((role) => `${role}@${on.tenant.label}.example`).toSorted()
const toOf = (mails: readonly WaitingMail[]) => mails.map(({ to }) => to).toSorted()
type Item = Record<'kind' | 'why' | 'beganAt', string>
const inboxOf = async (role: keyof ArchivingWorld['tenant']['users']) => {
  const reader = await on.world.as(on.tenant, on.tenant.users[role])
  return (await reader.call('GET', '/bff/api/v1/inbox')).json.items as Item[]
}
const trouble = async () => (await on.admin.call('GET', `${on.url}/settings`)).json.settings.trouble
const secured = ({ archive }: { archive: FakeArchive }, other: object = {}) =>
  on.configure({ port: archive.port, security: 'tls', signIn: 'plain', user, password: 'right', ...other })

/** A kind of failure: how it begins, how it ends, and how long it takes until people are notified, in steps of minutes. */
interface Kind {
  readonly why: RegExp
  readonly deed: RegExp
  readonly begin: () => unknown
  readonly end: () => unknown
  /** Undefined: at the first attempt. */
  readonly until?: readonly number[]
}
const kinds: Readonly<Record<string, Kind>> = {
  'a refused sign-in': {
    why: /did not accept the user name and the password/,
    deed: /a password may have expired/,
    begin: () => ((ca = secure.valid.ca), secured(secure.valid, { password: 'wrong' })),
    end: () => secured(secure.valid, { expectedVersion: 1 }),
  },
  'a certificate that is not trusted': {
    why: /certificate of the server is not trusted/,
    deed: /renew the certificate/,
    begin: () => secured(secure.valid),
    end: () => (ca = secure.valid.ca),
  },
  'a refused connection': {
    why: /refused the connection/,
    deed: /Check the host and the port/,
    begin: () => on.configure({ port: 1 }),
    end: () => on.configure({ expectedVersion: 1 }),
    until: [1, 1, 1, 1],
  },
  'a certificate that has expired': {
    why: /certificate of the server is not trusted/,
    deed: /it may have expired/,
    begin: () => ((ca = secure.expired.ca), secured(secure.expired)),
    end: () => ((ca = secure.valid.ca), secured(secure.valid, { expectedVersion: 1 })),
  },
  'an answer to try again later': {
    why: /asked to try again later/,
    deed: /Ask the provider/,
    begin: () => (on.archive.answers.push(...Array(500).fill(451)), on.configure()),
    // Without that, each waits for its next attempt.
    end: () => ((on.archive.answers.length = 0), on.configure({ expectedVersion: 1 })),
    // Its attempts, and a minute before.
    until: [1, 5, 15, 38, 1],
  },
  'a connection that ends after each mail': {
    why: /connection ended before the server confirmed/,
    deed: /Ask the provider/,
    begin: () => (on.archive.poison.add('said'), on.configure()),
    end: () => on.archive.poison.clear(),
    until: [1, 1, 1, 1],
  },
}

test.each(shareOf(Object.entries(kinds), 2))('%s is mailed once a day, and its end once', async (_, kind) => {
  await kind.begin()
  for (const body of ['One was said', 'Two was said']) await on.say(body)
  const began = on.world.ctx.now()
  await work()
  const { until = [] } = kind
  for (const [index, minutes] of until.entries()) {
    expect(await news()).toEqual([])
    if (index + 1 === until.length) expect(await inboxOf('tenant_admin')).toEqual([]) // an item stays
    await pass(minutes * minuteMs)
  }
  const mails = await news()
  expect(toOf(mails)).toEqual(holders())
  const [{ subject, text } = { subject: '', text: '' }] = mails
  expect(subject).toBe(`Archiving: no email accepted since ${momentText(began, 'medium')}`)
  expect(text).toMatch(kind.why)
  expect(text).toMatch(kind.deed)
  expect(text).toContain('2 emails wait to be sent. Nothing is lost')
  expect(text).toContain('/organization/smtp-integration')
  expect(text).not.toMatch(/One|Two/)
  expect(await inboxOf('tenant_admin')).toMatchObject([
    { kind: 'archiving-fails', actor: 'Archiving by email', why: expect.stringMatching(kind.why) },
  ])
  expect(await trouble()).toMatchObject({ since: began.toISOString() })

  await pass(23 * hourMs, 5)
  expect(await news()).toEqual([])
  await pass(hourMs)
  expect(toOf(await news())).toEqual(holders())

  await kind.end()
  for (let hours = 0; hours < 2 && (await waits()); hours += 1) await pass(hourMs)
  expect(await waits()).toBe(false)
  await pass(10 * minuteMs)
  const [end, ...others] = await news()
  expect(toOf([end!, ...others])).toEqual(holders())
  expect(end).toMatchObject({ subject: 'Archiving works again' })
  expect(end?.text).toContain(`accepted no email from ${momentText(began, 'medium')} to `)
  expect(end?.text).toContain('2 emails have gone out since then. None waits. Nothing was lost.')
  expect(await trouble()).toBeUndefined()
  await on.say('Three was said')
  await pass(3 * dayMs, 3)
  expect(await news()).toEqual([])
  expect((await inboxOf('super_admin')).map(({ kind: one }) => one)).toEqual([
    'archiving-works',
    'archiving-fails',
    'archiving-fails',
  ])
})

const waits = async () => (await on.mails()).some(({ state }: { state: string }) => state !== 'accepted')

describe('no one is notified', () => {
  test('of a mail that is put off or cut once', async () => {
    await on.configure()
    for (const answer of [451, 'cut'] as const) {
      on.archive.answers.push(answer)
      await on.say('Said')
      await work()
      await pass(minuteMs)
      expect(await waits()).toBe(false)
    }
    await pass(2 * dayMs, 8)
    expect(await news()).toEqual([])
    expect(await inboxOf('tenant_admin')).toEqual([])
  })

  test('of a mail that the archive puts off for a day, while it takes others', async () => {
    await on.configure()
    await on.say('Later')
    on.world.pass(1) // mails of one moment have no order
    for (let hours = 0; hours < 24; hours += 3) {
      // The first mail is tried first, if it is due.
      if ((await on.mails())[0].dueAt <= on.world.ctx.now().toISOString()) on.archive.answers.push(451)
      await on.world.deliver(on.tenant, { from: '+15550107777', body: `Elsewhere ${hours}` })
      await on.world.settle()
      await work()
      expect(on.archive.answers).toEqual([])
      await on.pass(3 * hourMs)
    }
    expect(await news()).toEqual([])
    expect(await on.mails()).toMatchObject([{ state: 'deferred' }, ...Array(8).fill({ state: 'accepted' })])
  })

  test('of an archive that is silent because archiving was paused', async () => {
    await on.configure()
    on.archive.answers.push(451)
    await on.say('Said')
    await work()
    await on.configure({ mode: 'paused', expectedVersion: 1 })
    await pass(2 * dayMs)
    expect(await news()).toEqual([])
  })

  test('of one refused mail, beyond the mail that says that it was given up', async () => {
    await on.configure()
    on.archive.answers.push(554)
    await on.say('Refused')
    await work()
    await pass(30 * hourMs, 5)
    expect([...new Set((await news()).map(({ subject }) => subject))]).toEqual([
      'Archiving: an email was given up',
    ])
  })
})

test('an archive that refuses every mail is reported, with how many were given up', async () => {
  await on.configure()
  on.archive.unknown.add('journal@vendor.example')
  for (const number of [1, 2, 3, 4, 5]) await on.say(`Number ${number}`)
  await work()
  await pass(hourMs)
  const alarms = (await news()).filter(({ subject }) => subject.startsWith('Archiving: no email accepted'))
  expect(toOf(alarms)).toEqual(holders())
  expect(alarms[0]?.text).toContain('5 emails were given up since the problem began.')
  expect(alarms[0]?.text).toContain('Check the journal recipients')
})

test('an archive that fails again soon has not recovered, and is reported no second time', async () => {
  ca = secure.valid.ca
  await secured(secure.valid)
  tokens.clear()
  await on.say('One')
  await work()
  expect(await news()).toHaveLength(2)
  tokens.add('right')
  await pass(hourMs)
  expect(await waits()).toBe(false)
  tokens.clear()
  await on.say('Two')
  await pass(5 * minuteMs)
  await pass(20 * hourMs, 5)
  expect(await news()).toEqual([])
  tokens.add('right')
  await pass(hourMs)
  await pass(10 * minuteMs)
  expect((await news()).map(({ subject }) => subject)).toEqual(Array(2).fill('Archiving works again'))
})

test('with the settings corrected, everything is tried at once, and no trouble is shown until something fails', async () => {
  ca = secure.valid.ca
  await secured(secure.valid, { password: 'wrong' })
  await on.say('One')
  await work()
  expect(await news()).toHaveLength(2)
  await secured(secure.valid, { password: 'also wrong', expectedVersion: 1 })
  expect(await trouble()).toBeUndefined()
  const since = (await inboxOf('tenant_admin'))[0]?.beganAt
  await work()
  expect(await trouble()).toMatchObject({ problem: 'sign-in', since })
  expect(await news()).toEqual([])
  await secured(secure.valid, { expectedVersion: 2 })
  await work()
  expect(await waits()).toBe(false)
})

test('archiving that is turned off is not reported any more', async () => {
  await on.configure({ port: 1 })
  await on.say('One')
  await pass(6 * minuteMs, 6)
  expect(await news()).toHaveLength(2)
  await on.configure({ mode: 'off', expectedVersion: 1 })
  await pass(2 * dayMs)
  expect(await news()).toEqual([])
})

test('a worker that ends while it notifies has notified no one, and two workers notify once', async () => {
  await secured(secure.valid)
  await on.say('One')
  while ((await sendArchive(on.world.ctx, on.tenant.id)) > 0);
  const { ctx } = on.world
  const dying = {
    ...ctx,
    addresses: {
      ...ctx.addresses,
      get publicBaseUrl(): string {
        throw new Error('killed')
      },
    },
  }
  await expect(notifyOfOutage(dying, on.tenant.id)).rejects.toThrow('killed')
  expect(await news()).toEqual([])
  const looked = await Promise.all([1, 2].map(() => notifyOfOutage(ctx, on.tenant.id)))
  expect(looked.toSorted((one, other) => one - other)).toEqual([0, 1])
  await work()
  expect(toOf(await news())).toEqual(holders())
  expect(await inboxOf('tenant_admin')).toHaveLength(1)
})

test('a user who may not manage archiving, or no longer may, finds no item about it', async () => {
  await secured(secure.valid)
  await on.say('One')
  await work()
  expect(await inboxOf('tenant_admin')).toHaveLength(1)
  for (const role of ['compliance', 'manager', 'analyst'] as const) expect(await inboxOf(role)).toEqual([])
  const owner = await on.world.as(on.tenant, on.tenant.users.super_admin)
  const path = `/bff/api/v1/users/${on.tenant.users.tenant_admin}`
  expect((await owner.call('PUT', path, { role: 'analyst' })).status).toBe(200)
  expect(await inboxOf('tenant_admin')).toEqual([])
})
