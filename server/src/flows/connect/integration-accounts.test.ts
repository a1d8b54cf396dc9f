import { channels, connectableChannels } from '@verbatim/contract/channels.ts'
import { expect, test } from 'vitest'
import { findAccounts } from '#domains/accounts/queries.ts'
import { openSecretsOf } from '#flows/capture/account-secrets.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { mailText } from '#testing/fakes/mail.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { addUser } from '#testing/users.ts'
import { withProvider } from '#testing/with-provider.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { arrivalOf } from '#testing/history.ts'
import { settleRequests } from './settle-requests.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('connect')
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

const journals = '/external-accounts/api/v1/proofpoint/accounts'
const numbers = '/external-accounts/api/v1/sms/accounts'
const journal = (name: string) => ({ name, details: { smtpPassword: 'jet-lamp-42', requireTls: true } })

let count = 0
const number = () => `+1555013${String((count += 1)).padStart(4, '0')}`
/** The newest entry about an account. */
const audited = async (id: string) =>
  (await admin.call('GET', `/audit/events?limit=1&filter=target[eq]:${id}`)).json.items[0] as {
    type: string
    changes: unknown[]
  }

const mailTo = (account: { id: string; address: string }) => {
  const mail = arrivalOf(world, tenant, [], {
    accountId: AccountId.parse(account.id),
    channel: 'proofpoint',
    transport: 'smtp',
    contentType: 'message/rfc822',
    bytes: Buffer.from(mailText({ from: 'ann@connect.example', subject: 'Hello', body: 'there' })),
  })
  return keepArrivals(world.ctx.db, tenant.id, [mail], world.ctx.now())
}

test('a journal gets an address of its own, and is connected by the first mail that arrives', async () => {
  const { status, json } = await admin.call('POST', journals, journal('Exchange'))
  expect([status, json.status, json.request]).toEqual([200, 'available', undefined])
  expect(json.address).toMatch(/^journal-[0-9a-f]{20}@/)
  expect(json.details).toEqual({ requireTls: true })
  expect(json.secrets).toEqual(['smtpPassword'])
  expect((await audited(json.id)).type).toBe('account_created')

  await mailTo(json)
  await world.settle()
  expect((await admin.call('GET', `${journals}/${json.id}`)).json).toMatchObject({ status: 'active' })
  expect((await audited(json.id)).type).toBe('account_connected')
})

test('a secret is never answered, shown in the audit trail or stored as entered', async () => {
  const { json } = await admin.call('POST', journals, journal('Secretive'))
  await admin.call('PUT', `${journals}/${json.id}`, { details: { smtpPassword: 'other-word-9' } })
  const { text } = await admin.call('GET', journals)
  const trail = await admin.call('GET', '/audit/events?limit=10')
  expect(text + trail.text).not.toMatch(/jet-lamp-42|other-word-9/)
  expect((await audited(json.id)).changes).toEqual([{ field: 'smtpPassword', old: null, new: 'changed' }])
  const [account] = await inTenant(world.ctx.db, tenant.id, (tx) => findAccounts(tx, [json.id]))
  expect(account?.sealedSecrets?.toString('latin1')).not.toContain('other-word-9')
  expect(openSecretsOf(account!, world.ctx.secrets)).toEqual({ smtpPassword: 'other-word-9' })
})

test('an empty secret and an absent field stay as they were', async () => {
  const { json } = await admin.call('POST', journals, journal('Kept'))
  const details = { smtpPassword: '', requireTls: false }
  const { json: changed } = await admin.call('PUT', `${journals}/${json.id}`, { details })
  expect(changed).toMatchObject({ name: 'Kept', details: { requireTls: false }, secrets: ['smtpPassword'] })
  const [account] = await inTenant(world.ctx.db, tenant.id, (tx) => findAccounts(tx, [json.id]))
  expect(openSecretsOf(account!, world.ctx.secrets)).toEqual({ smtpPassword: 'jet-lamp-42' })
})

test('private keys are added to the earlier ones, each once, and none is returned', async () => {
  const [one, other] = [new FakeWecom(), new FakeWecom()].map(({ privateKeys }) => privateKeys[0]!) as [
    string,
    string,
  ]
  const path = '/external-accounts/api/v1/wecom/accounts'
  const draft = {
    name: 'Corporation',
    address: 'ww1436e0e65a779aee',
    details: { archiveSecret: 'a-secret', privateKeys: `${one}\n` },
  }
  const { status, json, text } = await admin.call('POST', path, draft)
  expect([status, json.status, json.address]).toEqual([200, 'available', 'ww1436e0e65a779aee'])
  expect(json.secrets).toEqual(['archiveSecret', 'privateKeys'])
  const at = `${path}/${json.id}`
  const enter = (keys: string) => admin.call('PUT', at, { details: { privateKeys: keys } })
  expect((await enter(`${one}\r\n${other}`)).json.version).toBe(2)
  expect((await enter(one)).json.version).toBe(2)
  expect((await enter('')).json.version).toBe(2)
  expect((await audited(json.id)).changes).toEqual([{ field: 'privateKeys', old: null, new: 'changed' }])
  const [account] = await inTenant(world.ctx.db, tenant.id, (tx) => findAccounts(tx, [json.id]))
  expect(openSecretsOf(account!, world.ctx.secrets)).toMatchObject({ privateKeys: `${one}\n${other}` })
  expect(text + (await admin.call('GET', at)).text).not.toContain('PRIVATE KEY')
  for (const wrong of ['hello', one.slice(0, -5), one.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE')])
    expect((await enter(wrong)).status).toBe(400)
  const without = { ...draft, address: 'ww2', details: { archiveSecret: 'a-secret' } }
  expect((await admin.call('POST', path, without)).json.code).toBe('account.secret-required')
})

test('a save without changes has no effect, and an older version is refused', async () => {
  const { json } = await admin.call('POST', journals, journal('Once'))
  const at = `${journals}/${json.id}`
  expect((await admin.call('PUT', at, { name: 'Once', expectedVersion: 1 })).json.version).toBe(1)
  expect((await admin.call('PUT', at, { name: 'Twice', expectedVersion: 1 })).json.version).toBe(2)
  const { status, json: refused } = await admin.call('PUT', at, { name: 'Thrice', expectedVersion: 1 })
  expect([status, refused.code]).toEqual([409, 'account.changed'])
})

test.each([
  ['without a number', { name: 'A' }, 'account.bad-phone'],
  ['with half a number', { name: 'A', address: '+1555' }, 'account.bad-phone'],
  ['with a name for a number', { name: 'A', address: 'Desk' }, 'account.bad-phone'],
  [
    'with an owner who does not exist',
    () => ({ name: 'A', address: number(), ownerId: newId(new Date()) }),
    'account.unknown-owner',
  ],
  [
    'with a field of another channel',
    () => ({ name: 'A', address: number(), details: { token: 'x' } }),
    'request.invalid',
  ],
  ['without a name', () => ({ name: ' ', address: number() }), 'request.invalid'],
])('an account %s is refused', async (_, body, code) => {
  const { status, json } = await admin.call('POST', numbers, typeof body === 'function' ? body() : body)
  expect([status, json.code]).toEqual([400, code])
})

test('a journal without a password is refused, and names the field', async () => {
  const { status, json } = await admin.call('POST', journals, { name: 'Open', details: {} })
  expect([status, json.code, json.details.field, json.message]).toEqual([
    400,
    'account.secret-required',
    'smtpPassword',
    'Password is required',
  ])
})

test('a number is one account, in any notation, until the account is removed', async () => {
  const written = number()
  const { json } = await admin.call('POST', numbers, { name: 'First', address: written })
  const spelt = `+1 (555) ${written.slice(5, 8)}-${written.slice(8)}`
  const taken = await admin.call('POST', numbers, { name: 'Second', address: spelt })
  expect([taken.status, taken.json.code]).toEqual([409, 'account.address-taken'])

  await admin.call('POST', `${numbers}/${json.id}/request-delete`, { expectedVersion: 1 })
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  expect((await admin.call('POST', numbers, { name: 'Second', address: spelt })).status).toBe(200)
})

test('an account that is to be removed takes nothing more, and disappears with its messages kept', async () => {
  const { json } = await admin.call('POST', journals, journal('Going'))
  await mailTo(json)
  await world.settle()
  const asked = await admin.call('POST', `${journals}/${json.id}/request-delete`)
  expect(asked.json).toMatchObject({ status: 'inactive', request: 'delete' })
  expect((await audited(json.id)).type).toBe('account_removal_requested')
  const again = await admin.call('PUT', `${journals}/${json.id}`, { name: 'Back' })
  expect([again.status, again.json.code]).toEqual([409, 'account.being-removed'])

  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  expect((await audited(json.id)).type).toBe('account_removed')
  expect((await admin.call('GET', `${journals}/${json.id}`)).status).toBe(404)
  const kept = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('message').where('account_id', '=', json.id).select('id').execute(),
  )
  expect(kept).toHaveLength(1)
})

test('a journal is connected by a mail, so its connection cannot be requested', async () => {
  const { json } = await admin.call('POST', journals, journal('Silent'))
  const asked = await admin.call('POST', `${journals}/${json.id}/request-reconnect`)
  expect([asked.status, asked.json.code]).toEqual([409, 'account.connects-itself'])
  expect((await admin.call('GET', `${journals}/${json.id}`)).json.status).toBe('available')
})

test('accounts of one channel are not found under another', async () => {
  const { json } = await admin.call('POST', journals, journal('Mine'))
  expect((await admin.call('GET', `${numbers}/${json.id}`)).status).toBe(404)
  expect((await admin.call('PUT', `${numbers}/${json.id}`, { name: 'Yours' })).status).toBe(404)
  const { json: list } = await admin.call('GET', numbers)
  expect(list.items.map(({ channel }: { channel: string }) => channel)).not.toContain('proofpoint')
})

test('the type WhatsApp has the accounts of both kinds, each with its channel', async () => {
  const [both, native] = ['whatsapp', 'whatsappnative'].map(
    (type) => `/external-accounts/api/v1/${type}/accounts`,
  )
  const made = async (path: string | undefined, channel?: string) =>
    admin.call('POST', path ?? '', { name: 'Ana', address: number(), ...(channel && { channel }) })
  const [business, phone, own] = [
    (await withProvider(world, tenant, () => made(both))).json,
    (await made(both, 'whatsappnative')).json,
    (await made(native)).json,
  ]
  expect([business, phone, own].map(({ channel }) => channel)).toEqual([
    'whatsapp',
    'whatsappnative',
    'whatsappnative',
  ])
  for (const [path, channel] of [
    [native, 'whatsapp'],
    [numbers, 'whatsapp'],
    [both, 'telegram'],
  ] as const) {
    const { status, json } = await made(path, channel)
    expect([status, json.code]).toEqual([400, 'account.other-type'])
  }
  const inOrder = (...ids: string[]) => ids.toSorted((one, other) => (one < other ? -1 : 1))
  const idsOf = async (path: string) =>
    inOrder(...(await admin.call('GET', path)).json.items.map(({ id }: { id: string }) => id))
  expect(await idsOf(`${both}`)).toEqual(inOrder(tenant.accounts.whatsapp, business.id, phone.id, own.id))
  expect(await idsOf(`${native}`)).toEqual(inOrder(phone.id, own.id))
  const ofBusiness = inOrder(tenant.accounts.whatsapp, business.id)
  expect(await idsOf(`${both}?filter=channelType[eq]:whatsapp`)).toEqual(ofBusiness)

  expect((await admin.call('GET', `${native}/${business.id}`)).status).toBe(404)
  const renamed = await admin.call('PUT', `${both}/${phone.id}`, { name: 'Bea' })
  expect(renamed.json).toMatchObject({ name: 'Bea', channel: 'whatsappnative', version: 2 })
  // It is linked by its owner, which the connector of this channel knows.
  expect((await admin.call('POST', `${both}/${phone.id}/link`, {})).status).toBe(200)
  expect((await admin.call('POST', `${both}/${business.id}/link`, {})).json.code).toBe(
    'account.needs-no-owner',
  )
  expect((await admin.call('POST', `${both}/${phone.id}/request-reconnect`)).status).toBe(200)
  const going = await admin.call('POST', `${both}/${phone.id}/request-delete`)
  expect(going.json).toMatchObject({ channel: 'whatsappnative', request: 'delete' })
  const narrow = await world.as(tenant, tenant.users.compliance)
  expect((await narrow.call('POST', `${both}/${own.id}/request-delete`)).status).toBe(403)
})

test('each channel counts its accounts within the access of the reader, without removed ones', async () => {
  const owner = await world.makeTenant('counted')
  const counting = await world.as(owner, owner.users.tenant_admin)
  const countsOf = async (caller: Caller) =>
    (await caller.call('GET', '/bff/api/v1/integrations')).json.items as { channel: string }[]
  const before = await countsOf(counting)
  expect(before.map(({ channel }) => channel)).toEqual([...connectableChannels])
  const { json } = await counting.call('POST', journals, journal('Counted'))
  const ofJournals = async (caller: Caller) =>
    (await countsOf(caller)).find(({ channel }) => channel === 'proofpoint')
  const then = before.find(({ channel }) => channel === 'proofpoint') as { waiting?: number } | undefined
  expect(await ofJournals(counting)).toMatchObject({ waiting: (then?.waiting ?? 0) + 1 })
  await counting.call('POST', `${journals}/${json.id}/request-delete`)
  while ((await settleRequests(world.ctx, owner.id)) > 0);
  expect(await ofJournals(counting)).toEqual(then)
  const representative = await world.as(owner, owner.representative)
  expect((await representative.call('GET', '/bff/api/v1/integrations')).status).toBe(403)
})

test('users who may not change integrations see accounts, but cannot change them', async () => {
  const compliance = await world.as(tenant, tenant.users.compliance)
  const { json } = await admin.call('POST', journals, journal('Watched'))
  expect((await compliance.call('GET', `${journals}/${json.id}`)).status).toBe(200)
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', `/${json.id}`],
    ['POST', `/${json.id}/request-delete`],
    ['POST', `/${json.id}/request-reconnect`],
  ] as const)
    expect((await compliance.call(method, journals + path, journal('X'))).status).toBe(403)
})

test('nothing is added, changed or removed outside of the access of an administrator', async () => {
  const others = channels.filter((channel) => channel !== 'proofpoint')
  const { caller: narrow } = await addUser(
    world,
    tenant,
    { email: 'narrow@connect.example', firstName: 'Nora', lastName: 'Rowe', role: 'tenant_admin' },
    { name: 'No journals', channels: others, groupIds: 'all' },
  )
  const { json } = await admin.call('POST', journals, journal('Hidden'))
  expect((await narrow.call('GET', journals)).json.items).toEqual([])
  expect((await narrow.call('POST', journals, journal('Added'))).status).toBe(403)
  expect((await narrow.call('PUT', `${journals}/${json.id}`, { name: 'Y' })).status).toBe(404)
  expect((await narrow.call('POST', `${journals}/${json.id}/request-delete`)).status).toBe(404)
  const { json: all } = await admin.call('GET', journals)
  const names = all.items.map(({ name }: { name: string }) => name)
  expect(names).toContain('Hidden')
  expect(names).not.toContain('Added')
})
