import { accountLinkDays, linking } from '@verbatim/contract/account-links.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noteConnected } from '#domains/accounts/connection-requests.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { mailsTo } from '#testing/waiting-mail.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { masked } from './account-links.ts'

let world: World
let tenant: WorldTenant
let other: WorldTenant
let admin: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('links')
  other = await world.makeTenant('other-links')
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

const accounts = '/external-accounts/api/v1/whatsappnative/accounts'

let count = 0
/** An account of the representative, whose connection asks its owner to scan something. */
async function add(ownerId: string | null = tenant.representative): Promise<string> {
  const address = `+1415555${String((count += 1)).padStart(4, '0')}`
  const body = { name: 'Ana’s phone', address, ownerId }
  const { json } = await admin.call('POST', accounts, body)
  await change(sql`update channel_account set request = null, status = 'not-available' where id = ${json.id}`)
  await ask(json.id, undefined)
  return json.id
}

const change = (statement: ReturnType<typeof sql>) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => void (await statement.execute(tx)))

/** As a connector asks it. Before, it has only asked for something that is over. */
const ask = (
  id: string,
  step: LinkStep = { kind: 'qr', value: 'old', expiresAt: new Date(0).toISOString() },
) =>
  change(sql`insert into account_session (account_id, step) values (${id}, ${JSON.stringify(step)})
    on conflict (tenant_id, account_id) do update set step = excluded.step`)

const wanted = (id: string) =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('account_session')
      .where('account_id', '=', id as AccountId)
      .select(['wanted_until', 'wanted_kind'])
      .executeTakeFirst(),
  )

async function send(id: string): Promise<string> {
  const { status, json } = await admin.call('POST', `${accounts}/${id}/send-link`)
  expect([status, json.ownerLink.sentTo]).toEqual([200, ownerEmail()])
  const [mail] = await mailsTo(world.ctx, tenant.id, ownerEmail())
  return /\/connect#(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

async function pass(ms: number): Promise<void> {
  world.pass(ms)
  admin = await world.as(tenant, tenant.users.tenant_admin)
}

const ownerEmail = () => `rep@${tenant.label}.example`

async function status(token: string, more: object = {}, of = tenant) {
  const { statusCode, body } = await world.app.inject({
    method: 'POST',
    url: '/v1/onboarding/status',
    headers: { host: `${of.label}.verbatim.localhost` },
    payload: { token, ...more },
  })
  return { status: statusCode, json: JSON.parse(body) }
}
const codeOf = async (token: string, of = tenant) => (await status(token, {}, of)).json.code

test('an owner follows the mailed link, completes its steps, and sees that the account is connected', async () => {
  const id = await add()
  const token = await send(id)
  expect((await status(token)).json).toMatchObject({
    status: 'waiting',
    organization: `${tenant.label} Ltd`,
    channel: 'whatsappnative',
    channelName: 'WhatsApp',
    accountName: 'Ana’s phone',
  })
  expect(await wanted(id)).toEqual({
    wanted_until: new Date(world.ctx.now().getTime() + linking.wantedForMs),
    wanted_kind: null,
  })
  const step = { kind: 'qr', value: '2@scan-me' } as const
  await ask(id, step)
  expect((await status(token, { want: 'qr' })).json).toMatchObject({ status: 'linking', step })
  expect((await wanted(id))?.wanted_kind).toBe('qr')

  await inTenant(world.ctx.db, tenant.id, (tx) => noteConnected(tx, [id as AccountId], world.ctx.now()))
  const { json } = await status(token)
  expect([json.status, json.step]).toEqual(['connected', undefined])
  await pass(hourMs)
  expect(await codeOf(token)).toBe('account-link.used')
})

test('the link returns only what its owner needs', async () => {
  const id = await add()
  const { json } = await status(await send(id))
  expect(Object.keys(json).toSorted()).toEqual([
    'accountName',
    'address',
    'before',
    'channel',
    'channelName',
    'choices',
    'organization',
    'status',
    'steps',
  ])
  expect(json.address).toMatch(/^\+1•{6}\d{4}$/)
  // The steps are addressed to the owner, not to an administrator.
  expect(json.steps.join(' ')).toMatch(/\byour phone\b/i)
  expect([...json.before, ...json.steps].join(' ')).not.toMatch(/the owner/)
})

test('a link that was never sent, that expired, that a newer one replaced, or of another organization opens nothing', async () => {
  const id = await add()
  expect(await codeOf('x'.repeat(43))).toBe('account-link.unknown')
  const first = await send(id)
  expect(await codeOf(first, other)).toBe('account-link.unknown')
  const second = await send(id)
  expect(second).not.toBe(first)
  expect(await codeOf(first)).toBe('account-link.ended')
  await change(sql`update account_session set wanted_until = null where account_id = ${id}`)
  await pass(accountLinkDays * dayMs)
  expect(await codeOf(second)).toBe('account-link.expired')
  expect((await wanted(id))?.wanted_until).toBeNull()
})

test('to reconnect an account that its owner has to link again mails them a new link, and otherwise none', async () => {
  const id = await add()
  const mailed = () => mailsTo(world.ctx, tenant.id, ownerEmail())
  const before = (await mailed()).length
  const reconnect = async (shown: string, problem: string | null) => {
    await change(sql`update account_session set is_linked = true where account_id = ${id}`)
    await change(sql`update channel_account set status = ${shown}, problem = ${problem} where id = ${id}`)
    const { status: answered, json } = await admin.call('POST', `${accounts}/${id}/request-reconnect`)
    expect(answered).toBe(200)
    return json.ownerLink.sentAt
  }
  // A link that is there is only opened again.
  await reconnect('active', null)
  await reconnect('not-available', 'unreachable')
  expect(await mailed()).toHaveLength(before)

  await pass(hourMs)
  expect(await reconnect('not-available', 'signed-out')).toBe(world.ctx.now().toISOString())
  const tokens = async () =>
    (await mailed()).map(({ text }) => /\/connect#(\S+)$/m.exec(text)?.[1] ?? '').slice(0, -before)
  const [first = ''] = await tokens()
  expect((await status(first)).json.status).toBe('waiting')
  await reconnect('not-available', 'signed-out')
  expect([(await tokens()).length, await codeOf(first)]).toEqual([2, 'account-link.ended'])
})

test('a link of an account that is to be removed ends', async () => {
  const id = await add()
  const token = await send(id)
  await admin.call('POST', `${accounts}/${id}/request-delete`)
  expect(await codeOf(token)).toBe('account-link.ended')
  expect((await admin.call('POST', `${accounts}/${id}/send-link`)).json.code).toBe('account.being-removed')
})

test('a link of the owner before ends when the account gets another owner, or none', async () => {
  for (const ownerId of [tenant.northerner, null]) {
    const id = await add()
    const token = await send(id)
    expect((await admin.call('PUT', `${accounts}/${id}`, { name: 'Renamed' })).status).toBeLessThan(300)
    expect(await codeOf(token)).not.toBe('account-link.ended')
    const changed = await admin.call('PUT', `${accounts}/${id}`, { ownerId })
    expect(changed.status, changed.text).toBeLessThan(300)
    expect(await codeOf(token)).toBe('account-link.ended')
    expect((await status(token, { want: 'qr' })).json.step).toBeUndefined()
  }
})

test('only the hash of a token is stored, and no answer or audit event has it', async () => {
  const id = await add()
  const token = await send(id)
  const { text } = await admin.call('GET', `${accounts}/${id}`)
  const trail = await admin.call('GET', '/audit/events?limit=5')
  const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql<{ row: string }>`select t::text as row from account_link t`.execute(tx),
  )
  expect(text + trail.text + JSON.stringify(rows)).not.toContain(token)
  expect(trail.json.items[0]).toMatchObject({
    type: 'account_link_sent',
    changes: [{ field: 'sentTo', new: ownerEmail() }],
  })
})

test('a failure is shown, stops the linking, and is cleared when the owner tries again', async () => {
  const id = await add()
  const token = await send(id)
  await change(sql`update channel_account set problem = 'address-differs' where id = ${id}`)
  const { json } = await status(token)
  expect([json.status, json.problem]).toEqual([
    'failed',
    expect.stringContaining('Another account was linked'),
  ])
  expect((await wanted(id))?.wanted_until).toBeNull()
  expect((await status(token, { again: true })).json.status).toBe('waiting')
  expect((await admin.call('GET', `${accounts}/${id}`)).json).toMatchObject({ status: 'available' })
  expect((await wanted(id))?.wanted_until).not.toBeNull()
})

test('an administrator beside the owner links the account without a mail', async () => {
  const id = await add()
  const step = { kind: 'code', value: 'ABCD-EFGH' } as const
  await ask(id, step)
  const { status: answered, json } = await admin.call('POST', `${accounts}/${id}/link`, { want: 'code' })
  expect([answered, json]).toEqual([200, { status: 'linking', choices: ['qr', 'code'], step }])
  expect((await wanted(id))?.wanted_kind).toBe('code')
})

test.each(['send-link', 'link'])('users who may not change integrations get no %s', async (call) => {
  const id = await add()
  const compliance = await world.as(tenant, tenant.users.compliance)
  expect((await compliance.call('POST', `${accounts}/${id}/${call}`, {})).status).toBe(403)
  const elsewhere = await world.as(other, other.users.tenant_admin)
  expect((await elsewhere.call('POST', `${accounts}/${id}/${call}`, {})).status).toBe(404)
})

test('without an owner, for a connected account, or on a channel without owners, no link is sent', async () => {
  const alone = await add(null)
  expect((await admin.call('POST', `${accounts}/${alone}/send-link`)).json.code).toBe('account.no-owner')
  const done = await add()
  await change(sql`update channel_account set status = 'active' where id = ${done}`)
  expect((await admin.call('POST', `${accounts}/${done}/send-link`)).json.code).toBe('account.is-connected')
  const sms = `/external-accounts/api/v1/sms/accounts/${tenant.accounts.sms}`
  for (const call of ['send-link', 'link'])
    expect((await admin.call('POST', `${sms}/${call}`, {})).json.code).toBe('account.needs-no-owner')
})

test.each([
  ['disabled', sql`enabled = false`],
  ['removed', sql`removed_at = now(), enabled = false`],
])('while its owner is %s, a link opens nothing and none is sent', async (_how, gone) => {
  const id = await add()
  const token = await send(id)
  const setOwner = (changes: typeof gone) =>
    change(sql`update tenant_user set ${changes} where id = ${tenant.representative}`)
  await setOwner(gone)
  const [opened, sent, after] = [
    await codeOf(token),
    (await admin.call('POST', `${accounts}/${id}/send-link`)).json.code,
    await wanted(id),
  ]
  await setOwner(sql`removed_at = null, enabled = true`)
  expect([opened, sent]).toEqual(['account-link.ended', 'account.owner-without-email'])
  expect(after?.wanted_until).toBeNull()
  expect((await status(token)).json.status).toBe('waiting')
})

test('a masked address never shows more than six characters of a number or two of a name', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+[0-9]{6,15}$/), (number) => {
      expect(masked(number).replaceAll('•', '').length).toBeLessThanOrEqual(6)
      expect(masked(number)).toContain('•')
    }),
  )
  expect(masked('ana.bell@acme.example')).toBe('an••••••@acme.example')
  expect(masked('a@acme.example')).toBe('•@acme.example')
})
