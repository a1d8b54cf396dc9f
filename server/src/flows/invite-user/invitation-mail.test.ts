import { dayMs } from '@verbatim/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMails } from '#domains/mail/commands.ts'
import { sendMails } from '#flows/send-mail/send-mails.ts'
import { inTenant } from '#platform/db.ts'
import { type MailSender, openMailSender } from '#platform/mail-sender.ts'
import { parseMailServer } from '#platform/mail-server.ts'
import { type MailServerFake, openMailServer } from '#testing/fakes/mail-server.ts'
import type { Caller } from '#testing/caller.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTenants } from '#testing/test-world.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'

const platform = '/bff/api/v1/users'
const messenger = '/messenger/api/v1/users'

let database: TestDatabase
let world: World
let server: MailServerFake
let sender: MailSender
let tenant: WorldTenant
let admin: Caller
beforeAll(async () => {
  server = await openMailServer()
  sender = openMailSender(parseMailServer(server.url)!)
})
useTenants('invitations', async (made, opened, own) => {
  tenant = made
  world = opened
  database = own
  admin = await world.as(tenant, tenant.users.super_admin)
  server.refuses = undefined
})
afterAll(async () => {
  sender?.close()
  await server?.[Symbol.asyncDispose]()
})

const invite = async () => {
  const { json } = await admin.call('POST', `${platform}/invite`, {
    email: 'ana@example.com',
    firstName: 'Ana',
    lastName: 'Bell',
    role: 'analyst',
    permissionProfileIds: [tenant.profiles.north],
  })
  return json.id as string
}
const mailOf = async (id: string) => (await admin.call('GET', `${platform}/${id}/invitation`)).json.mail
const send = () => sendMails({ ...world.ctx, mailFrom: 'no-reply@installation.example' }, sender, tenant.id)

test('an invitation is shown as waiting, then with its time sent; sending it again starts over', async () => {
  const id = await invite()
  expect(await mailOf(id)).toMatchObject({ state: 'queued', attempts: 0, to: 'ana@example.com' })
  await send()
  expect(await mailOf(id)).toMatchObject({ state: 'sent', finishedAt: world.ctx.now().toISOString() })
  await admin.call('POST', `${platform}/${id}/resend-invitation`)
  expect(await mailOf(id)).toMatchObject({ state: 'queued', attempts: 0 })
  const { json } = await admin.call('GET', '/audit/events?filter=eventType[eq]:invitation_resent')
  expect(json.items).toMatchObject([
    { target: { id }, changes: [{ field: 'invitedAt', new: world.ctx.now().toISOString() }] },
  ])
})

test('another mail to an invited user does not count as the invitation', async () => {
  const id = await invite()
  const notice = { kind: 'notice', to: 'ana@example.com', subject: 'Something else', text: 'Words.' } as const
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    queueMails(tx, world.ctx, [{ ...notice, reference: { kind: 'user', id } }]),
  )
  expect(await mailOf(id)).toMatchObject({ kind: 'invitation' })
})

test('an invitation to the other application is mailed again if the first one has expired, and only then', async () => {
  const inviteToMessenger = (email: string) =>
    admin.call('POST', `${messenger}/invite`, {
      email,
      firstName: 'Ana',
      lastName: 'Bell',
      messengerRole: 'user',
      groupIds: [tenant.groups.north],
    })
  const id = await invite()
  await send()
  const sent = { state: 'sent', finishedAt: world.ctx.now().toISOString() }
  world.pass(6 * dayMs)
  admin = await world.as(tenant, tenant.users.super_admin)
  expect((await inviteToMessenger('ana@example.com')).status).toBe(200)
  expect(await mailOf(id)).toMatchObject(sent)

  const { json } = await inviteToMessenger('ben@example.com')
  await send()
  world.pass(8 * dayMs)
  admin = await world.as(tenant, tenant.users.super_admin)
  const again = await admin.call('POST', `${platform}/invite`, {
    email: 'ben@example.com',
    firstName: 'Ben',
    lastName: 'Bell',
    role: 'analyst',
    permissionProfileIds: [tenant.profiles.north],
  })
  expect(again.status).toBe(200)
  expect(await mailOf(json.id)).toMatchObject({ state: 'queued', to: 'ben@example.com' })
})

test('an invitation that the mail server refuses shows the reason', async () => {
  const id = await invite()
  server.refuses = { code: 451, text: 'greylisted' }
  await send()
  expect(await mailOf(id)).toMatchObject({
    state: 'queued',
    attempts: 1,
    reason: expect.stringContaining('greylisted'),
    dueAt: expect.any(String),
  })
  world.pass(60_000)
  server.refuses = { code: 550, text: 'no such user' }
  await send()
  expect(await mailOf(id)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/550.*no such user/),
  })
})

test('uninvited users, and users of the other application or another organization, show no mail state', async () => {
  const { status, json } = await admin.call('GET', `${platform}/${tenant.users.analyst}/invitation`)
  expect([status, json]).toEqual([200, {}])
  const id = await invite()
  expect((await admin.call('GET', `${messenger}/${id}/invitation`)).status).toBe(404)
  const other = await world.makeTenant('others')
  const stranger = await world.as(other, other.users.super_admin)
  expect((await stranger.call('GET', `${platform}/${id}/invitation`)).status).toBe(404)
  const withoutRole = await world.as(tenant, tenant.representative)
  expect((await withoutRole.call('GET', `${platform}/${id}/invitation`)).status).toBe(403)
})

test('signed-in users learn that mail waits only if there is no mail server', async () => {
  expect((await admin.call('GET', '/bff/config')).json.mailWaits).toBe(true)
  await using sending = await openWorld(database.url, { SMTP_URL: server.url })
  const theirs = await sending.makeTenant('sending')
  const caller = await sending.as(theirs, theirs.users.analyst)
  expect((await caller.call('GET', '/bff/config')).json.mailWaits).toBe(false)
})
