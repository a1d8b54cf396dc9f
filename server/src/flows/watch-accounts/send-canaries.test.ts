import type { Canary } from '@verbatim/contract/canaries.ts'
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { openIntake } from '#flows/capture/intake/smtp.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { inTenant } from '#platform/db.ts'
import { type MailSender, openMailSender } from '#platform/mail-sender.ts'
import { parseMailServer } from '#platform/mail-server.ts'
import type { SmtpIntake } from '#platform/smtp/intake.ts'
import type { Caller } from '#testing/caller.ts'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { useProviderWorld } from '#testing/provider-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { addUser } from '#testing/users.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'
import { sendCanaries } from './send-canaries.ts'

let world: World
let twilio: FakeTwilio
let origin: string
let tenant: WorldTenant
let admin: Caller
let intake: SmtpIntake | undefined
let mailSender: MailSender | undefined
useProviderWorld((opened) => ({ world, twilio, origin } = opened))
afterAll(async () => {
  mailSender?.close()
  await intake?.close()
})

let turn = 0
const sending = '+14155570001'
beforeEach(async () => {
  turn += 1
  tenant = await world.makeTenant(`canary-${turn}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
  if (turn === 1) twilio.rest.addNumber(sending)
})

const pathOf = (id: string) => `/bff/api/v1/accounts/${id}`
const set = (id: string, body: object, by = admin) => by.call('PUT', `${pathOf(id)}/canary`, body)
const canaryOf = async (id: string): Promise<Canary> => (await admin.call('GET', pathOf(id))).json.canary
const gapsOf = async (id: string) => (await admin.call('GET', pathOf(id))).json.gaps
/** A turn of the worker, with the mail server that belongs to this installation. */
const work = (sender?: MailSender) => sendCanaries(world.ctx, sender, tenant.id)
async function pass(ms: number): Promise<void> {
  world.pass(ms)
  admin = await world.as(tenant, tenant.users.tenant_admin)
}
const subjects = async () => {
  await notifyOfGaps(world.ctx, tenant.id)
  const mails = await inTenant(world.ctx.db, tenant.id, (tx) => findWaitingMails(tx, world.ctx.secrets))
  return mails
    .filter(({ to }) => to === `tenant_admin@${tenant.label}.example`)
    .map(({ subject, text }) => ({ subject, text }))
}

/** An administrator of another group than the account's owner is in. */
async function addSouthernAdmin(): Promise<Caller> {
  const person = { email: 'south@canary.example', firstName: 'South', lastName: 'Admin' }
  const groupIds = [tenant.groups.south]
  const role = 'tenant_admin' as const
  return (await addUser(world, tenant, { ...person, role }, { name: 'South', channels: ['sms'], groupIds }))
    .caller
}

/** A connected account with a number of its own. */
async function connect(): Promise<{ id: AccountId; number: string }> {
  await admin.call('PUT', '/bff/organizations', {
    messagingProviderAccountSid: twilio.accountSid,
    secrets: { authToken: twilio.authToken },
  })
  const number = `+1415558${String(turn).padStart(4, '0')}`
  twilio.rest.addNumber(number)
  const { json } = await admin.call('POST', '/external-accounts/api/v1/sms/accounts', {
    name: 'Front desk',
    address: number,
  })
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  return { id: json.id, number }
}
async function arrive(number: string, { from, body }: { from: string; body: string }): Promise<void> {
  expect((await twilio.deliverTo(number, { from, body }, { origin }))?.status).toBe(200)
  await world.settle()
}

test('test messages are off until an administrator of the account sets them, where something can be sent', async () => {
  const { sms, whatsapp, proofpoint } = tenant.accounts
  expect(await canaryOf(sms)).toEqual({ way: 'provider', everyMinutes: null })
  expect(await canaryOf(proofpoint)).toEqual({ way: 'mail', everyMinutes: null })
  expect(await canaryOf(whatsapp)).toEqual({ way: null, everyMinutes: null })
  expect(await work()).toBe(0)
  const refused = async (id: string, body: object, by?: Caller) => {
    const { status, json } = await set(id, body, by)
    return [status, json.code]
  }
  const hourly = { everyMinutes: 60, sender: sending }
  expect(await refused(whatsapp, hourly)).toEqual([409, 'account.no-canary'])
  expect(await refused(sms, { everyMinutes: 60 })).toEqual([400, 'account.canary-sender'])
  expect(await refused(sms, { everyMinutes: 60, sender: '+1 555 010 0001' })).toEqual([
    400,
    'account.canary-sender',
  ])
  expect((await set(sms, { ...hourly, everyMinutes: 1 })).status).toBe(400)
  const analyst = await world.as(tenant, tenant.users.compliance)
  expect((await set(sms, hourly, analyst)).status).toBe(403)
  const others = await world.makeTenant('canary-others')
  const stranger = await world.as(others, others.users.super_admin)
  expect(await refused(sms, hourly, stranger)).toEqual([404, 'account.not-found'])

  const southern = await addSouthernAdmin()
  expect(await refused(sms, hourly, southern)).toEqual([404, 'account.not-found'])

  expect((await set(sms, { ...hourly, sender: '+1 (415) 557-0001' })).json).toEqual({
    way: 'provider',
    everyMinutes: 60,
    sender: sending,
  })
  expect((await set(sms, { everyMinutes: null })).json).toEqual({ way: 'provider', everyMinutes: null })
  const { items } = (await admin.call('GET', `/audit/events?filter=target[eq]:${sms}`)).json
  expect(items).toMatchObject([
    {
      type: 'account_updated',
      target: { name: 'Desk SMS' },
      changes: [
        { field: 'testMessageMinutes', old: 60, new: null },
        { field: 'testMessageSender', old: sending, new: null },
      ],
    },
    { actor: { id: tenant.users.tenant_admin }, changes: [{ new: 60 }, { new: sending }] },
  ])
})

test('a test mail to the address of a journal arrives, and does not count as activity of people', async () => {
  const id = tenant.accounts.proofpoint
  await set(id, { everyMinutes: 15 })
  expect(await work()).toBe(1)
  expect((await canaryOf(id)).last).toMatchObject({ state: 'not-sent', problem: 'no-mail-server' })
  const config = { ...world.ctx.config, SMTP_INTAKE_PORT: 0, LISTEN_HOST: '127.0.0.1' }
  intake = await openIntake({ ...world.ctx, config })
  mailSender = openMailSender(parseMailServer(`smtp://127.0.0.1:${intake.port}`)!)
  expect(await work(mailSender)).toBe(0)
  await pass(15 * minuteMs)
  expect(await work(mailSender)).toBe(1)
  expect((await canaryOf(id)).last?.state).toBe('waiting')
  await world.settle()
  expect(await canaryOf(id)).toMatchObject({
    last: { state: 'arrived' },
    arrived: { at: world.ctx.now().toISOString(), tookSeconds: 0 },
  })
  const { json } = await admin.call('GET', pathOf(id))
  expect(json).toMatchObject({ status: 'active', accepted: 1, lastEventAt: null, gaps: [] })
  const { items } = (await admin.call('GET', '/bff/api/v1/messages')).json
  expect(items).toMatchObject([
    { body: expect.stringMatching(/^Test message of Verbatim: [^]+\nverbatim-test-/) },
  ])
  // The next one is due after the interval, and not before.
  expect(await work(mailSender)).toBe(0)
})

test('a missing test message is a gap that people are mailed about, and the next one that arrives ends it', async () => {
  const { id, number } = await connect()
  await arrive(number, { from: '+15550107788', body: 'Good morning' })
  await set(id, { everyMinutes: 60, sender: sending })
  expect(await work()).toBe(1)
  const [first] = twilio.messages.sent.slice(-1)
  expect(first).toMatchObject({ from: sending, to: number })
  expect(first!.body.length).toBeLessThanOrEqual(160)
  const sentAt = world.ctx.now()
  await pass(10 * minuteMs - 1)
  expect(await work()).toBe(0)
  await pass(1)
  expect(await work()).toBe(1)
  expect((await canaryOf(id)).last?.state).toBe('missing')
  expect(await gapsOf(id)).toMatchObject([{ kind: 'canary', beganAt: sentAt.toISOString() }])
  const [mail] = await subjects()
  expect(mail!.subject).toBe('SMS/MMS account “Front desk” did not receive a test message')
  expect(mail!.text).toContain('had not arrived 10 minutes later')
  // A text that only looks like it, as of someone who guesses, ends nothing.
  const guessed = first!.body.replace(/[0-9a-f]{32}$/, '0'.repeat(32))
  await arrive(number, { from: sending, body: guessed })
  expect((await gapsOf(id))[0].endedAt).toBeUndefined()

  await pass(50 * minuteMs)
  expect(await work()).toBe(1)
  const [second] = twilio.messages.sent.slice(-1)
  expect(second!.body).not.toBe(first!.body)
  world.pass(3_000)
  await arrive(number, second!)
  expect(await canaryOf(id)).toMatchObject({ last: { state: 'arrived' }, arrived: { tookSeconds: 3 } })
  const endedAt = world.ctx.now().toISOString()
  expect(await gapsOf(id)).toMatchObject([{ kind: 'canary', endedAt }])
  await pass(hourMs)
  expect(await work()).toBe(1)
  // One that was received in time and is not read yet is not missing.
  const [third] = twilio.messages.sent.slice(-1)
  expect((await twilio.deliverTo(number, third!, { origin }))?.status).toBe(200)
  await pass(10 * minuteMs)
  expect(await work()).toBe(1)
  expect((await canaryOf(id)).last?.state).toBe('waiting')
  await world.settle()
  expect((await canaryOf(id)).last?.state).toBe('arrived')
  expect(await gapsOf(id)).toMatchObject([{ kind: 'canary', endedAt }])

  await pass(7 * 60 * minuteMs)
  expect((await subjects()).map(({ subject }) => subject)).toContain(
    'SMS/MMS account “Front desk” receives test messages again',
  )
  expect((await admin.call('GET', pathOf(id))).json.lastEventAt).not.toBe((await canaryOf(id)).arrived?.at)
})

test('a test message that cannot be sent has a reason and is no gap; turning test messages off ends a gap without a mail', async () => {
  const { id } = await connect()
  const problemWith = async (sender: string) => {
    await set(id, { everyMinutes: 60, sender })
    await pass(hourMs)
    await work()
    return (await canaryOf(id)).last?.problem
  }
  expect(await problemWith('+14155579999')).toBe('refused')
  expect(await problemWith('+14155570500')).toBe('unreachable')
  await pass(5 * minuteMs)
  await set(id, { everyMinutes: 30, sender: sending })
  expect(await gapsOf(id)).toEqual([])
  // While its provider is asked for something, nothing is sent, and nothing is missing.
  await admin.call('PUT', '/bff/organizations', { secrets: { authTokenSecondary: twilio.authToken } })
  expect(await work()).toBe(1)
  expect((await canaryOf(id)).last?.state).toBe('not-sent')
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  await pass(5 * minuteMs)
  await work()
  expect((await canaryOf(id)).last?.state).toBe('waiting')
  await pass(10 * minuteMs)
  await work()
  expect(await gapsOf(id)).toMatchObject([{ kind: 'canary' }])
  await set(id, { everyMinutes: null })
  expect(await gapsOf(id)).toMatchObject([{ endedAt: world.ctx.now().toISOString(), outcome: 'unknown' }])
  expect(await subjects()).toEqual([])
  await pass(dayMs)
  expect(await work()).toBe(0)
})
