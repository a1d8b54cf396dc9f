import { expect, test } from 'vitest'
import { runImports } from '#flows/run-imports/run-imports.ts'
import { inTenant } from '#platform/db.ts'
import { mailsTo } from '#testing/waiting-mail.ts'
import { useMacAgent } from '#testing/mac-agent.ts'
import { settleRequests } from './settle-requests.ts'

const bed = useMacAgent('forms')

const accounts = '/external-accounts/api/v1/imessage/accounts'
const left = { name: 'Rita’s Mac', address: '+14155550142' }

async function add(): Promise<{ readonly id: string; readonly token: string }> {
  const details = { serverUrl: '', password: '' }
  const { status, json } = await bed.admin.call('POST', accounts, {
    ...left,
    ownerId: bed.tenant.representative,
    details,
  })
  expect([status, json.status, json.request, json.secrets]).toEqual([200, 'available', undefined, []])
  expect(json.ownerLink.sentTo).toBe(ownerEmail())
  const [mail] = await mailsTo(bed.world.ctx, bed.tenant.id, ownerEmail())
  return { id: json.id, token: /\/connect#(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? '' }
}

const ownerEmail = () => `rep@${bed.tenant.label}.example`
const settle = async () => {
  while ((await settleRequests(bed.world.ctx, bed.tenant.id)) > 0);
}
async function post(path: 'status' | 'form', payload: object) {
  const { statusCode, body } = await bed.world.app.inject({
    method: 'POST',
    url: `/v1/onboarding/${path}`,
    headers: { host: `${bed.tenant.label}.verbatim.localhost` },
    payload,
  })
  return { status: statusCode, json: JSON.parse(body) }
}
const statusOf = async (token: string) => (await post('status', { token })).json
const fill = (token: string, given: object = {}) =>
  post('form', { token, details: { serverUrl: bed.agent.serverUrl, password: bed.agent.password, ...given } })

test('an owner enters where their agent answers, and the account is connected with it', async () => {
  const { id, token } = await add()
  await settle()
  const asked = await statusOf(token)
  expect(asked).toMatchObject({ status: 'linking', step: { kind: 'form' }, channelName: 'iMessage' })
  expect(
    asked.step.fields.map(({ name, isSecret }: { name: string; isSecret: boolean }) => [name, isSecret]),
  ).toEqual([
    ['serverUrl', false],
    ['password', true],
  ])
  const filled = await fill(token)
  expect([filled.status, filled.json.status]).toEqual([200, 'waiting'])
  expect(JSON.stringify(filled.json)).not.toContain(bed.agent.password)
  expect(bed.agent.webhooks).toEqual([])
  await settle()
  expect(await statusOf(token)).toMatchObject({ status: 'connected' })
  expect(bed.agent.webhooks).toHaveLength(1)
  const { json } = await bed.admin.call('GET', `${accounts}/${id}`)
  expect([json.status, json.secrets, json.details]).toEqual([
    'active',
    ['password'],
    { serverUrl: bed.agent.serverUrl },
  ])
  const trail = await bed.admin.call('GET', `/audit/events?filter=target[eq]:${id}`)
  expect(
    trail.json.items.map(({ type, actor }: { type: string; actor: { name: string } }) => [type, actor.name]),
  ).toContainEqual(['account_updated', 'Rita Lund'])
  // The link has done its work.
  expect((await fill(token)).json.code).toBe('account-link.no-form')
})

test('the agent of another person is refused before anything is captured, and the owner enters their own', async () => {
  const { id, token } = await add()
  bed.agent.signedIn = '+14155550199'
  await fill(token)
  await settle()
  const failed = await statusOf(token)
  expect([failed.status, failed.problem]).toEqual(['failed', expect.stringContaining('Another account')])
  expect(bed.agent.webhooks).toEqual([])
  bed.agent.signedIn = left.address
  expect(await post('status', { token, again: true })).toMatchObject({ json: { step: { kind: 'form' } } })
  // The same once more is tried again, too.
  await fill(token)
  await settle()
  expect(await statusOf(token)).toMatchObject({ status: 'connected' })
  expect((await bed.admin.call('GET', `${accounts}/${id}`)).json.status).toBe('active')
})

test('a wrong password and what is no address are refused', async () => {
  const { token } = await add()
  await fill(token, { password: 'guessed' })
  await settle()
  expect(await statusOf(token)).toMatchObject({ problem: 'The password is wrong. Enter it again.' })
  expect((await fill(token, { serverUrl: 'my mac' })).status).toBe(400)
  expect((await fill(token, { other: 'x' })).status).toBe(400)
  expect((await fill(token, { password: '' })).json.code).toBe('account.secret-required')
})

test(
  'while nothing answers, the owner sees that, and may enter another address at once',
  { tags: ['whole'] },
  async () => {
    const { token } = await add()
    bed.agent.isAway = true
    await fill(token)
    await settle()
    const away = await statusOf(token)
    expect([away.status, away.problem]).toEqual(['failed', expect.stringContaining('Nothing answers')])
    bed.agent.isAway = false
    expect(await post('status', { token, again: true })).toMatchObject({ json: { step: { kind: 'form' } } })
    await fill(token)
    await settle()
    expect(await statusOf(token)).toMatchObject({ status: 'connected' })
  },
)

test('only the holder of an open link enters anything, and only for an account that is left to its owner', async () => {
  const { id, token } = await add()
  expect((await fill('x')).json.code).toBe('account-link.unknown')
  await bed.admin.call('POST', `${accounts}/${id}/send-link`)
  expect((await fill(token)).json.code).toBe('account-link.ended')
  const phone = await bed.admin.call('POST', '/external-accounts/api/v1/whatsappnative/accounts', {
    name: 'Phone',
    address: '+14155550143',
    ownerId: bed.tenant.representative,
  })
  expect(phone.status).toBe(200)
  const [mail] = await mailsTo(bed.world.ctx, bed.tenant.id, ownerEmail())
  const other = /\/connect#(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await fill(other)).json.code).toBe('account-link.no-form')
})

test('a disabled owner enters nothing', async () => {
  const { id, token } = await add()
  const setEnabled = async (enabled: boolean) =>
    inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx.updateTable('tenant_user').set({ enabled }).where('id', '=', bed.tenant.representative).execute(),
    )
  await setEnabled(false)
  expect((await fill(token)).json.code).toBe('account-link.ended')
  expect((await bed.admin.call('GET', `${accounts}/${id}`)).json).toMatchObject({
    secrets: [],
    status: 'available',
  })
  await setEnabled(true)
  expect((await fill(token)).json.status).toBe('waiting')
})

test('without an owner, the fields must be entered; an account that waits can be renamed and removed', async () => {
  const refused = await bed.admin.call('POST', accounts, {
    ...left,
    details: { serverUrl: '', password: '' },
  })
  expect(refused.status).toBe(400)
  const { id } = await add()
  const renamed = await bed.admin.call('PUT', `${accounts}/${id}`, {
    name: 'Rita’s new Mac',
    details: { serverUrl: '', password: '' },
  })
  expect(renamed.json).toMatchObject({ name: 'Rita’s new Mac', status: 'available' })
  expect(renamed.json.request).toBeUndefined()
  expect((await bed.admin.call('POST', `${accounts}/${id}/request-delete`)).status).toBe(200)
  await settle()
  expect((await bed.admin.call('GET', `${accounts}/${id}`)).status).toBe(404)
})

test(
  'accounts from a file wait for their owners, who are mailed their links',
  { tags: ['whole'] },
  async () => {
    const file = `Name,Number or address,Owner email\nRita’s Mac,+14155550142,${ownerEmail()}\n`
    const upload = await bed.admin.call('POST', `${accounts}/import`, Buffer.from(file), {
      'content-type': 'text/csv',
    })
    expect([upload.status, upload.json.state]).toEqual([200, 'queued'])
    while ((await runImports(bed.world.ctx, bed.tenant.id)) > 0);
    const [account] = (await bed.admin.call('GET', accounts)).json.items
    expect(account).toMatchObject({ address: '+14155550142', status: 'available', secrets: [] })
    expect(account.request).toBeUndefined()
    expect(account.ownerLink).toBeDefined()
  },
)
