import type { UserId } from '@verbatim/contract/ids.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let compliance: Caller
let analyst: Caller

useTenants('approvers', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
  compliance = await world.as(tenant, tenant.users.compliance)
  analyst = await world.as(tenant, tenant.users.analyst)
})

const path = '/bff/api/v1/change-requests'
const rule = { name: 'Secrecy', type: 'phrase', pattern: 'off the record', scope: 'message' }
const draft = { name: 'Secrets', rules: [rule] }
const setting = (body: object, caller = admin) => caller.call('PUT', '/bff/organizations', body)
const send = (change: object, caller = admin, note = '') => caller.call('POST', path, { change, note })
const decide = (id: string, decision: 'approve' | 'reject', caller = compliance, reason = '') =>
  caller.call('POST', `${path}/${id}/decision`, { decision, reason })
const policyNames = async () =>
  (await admin.call('GET', '/bff/api/v1/topics')).json.items.map(({ name }: { name: string }) => name)
const changeUser = (id: UserId, fields: { enabled?: boolean; role?: Role }) =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('tenant_user').set(fields).where('id', '=', id).execute(),
  )

async function sent(change: object, caller = admin, note = '') {
  const { status, json } = await send(change, caller, note)
  expect({ status, json }).toMatchObject({ status: 200 })
  return json
}
async function createPolicy() {
  const { status, json } = await admin.call('POST', '/bff/api/v1/topic', draft)
  expect({ status, json }).toMatchObject({ status: 200 })
  return json
}
const refusal = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]

describe('while policies need approval', () => {
  beforeEach(async () => {
    expect((await setting({ requiresPolicyApproval: true })).status).toBe(200)
  })

  test('a requester who left, or lost the permission, changes nothing by an approval', async () => {
    for (const gone of [{ enabled: false }, { role: 'analyst' as const }]) {
      const officer = tenant.users.tenant_admin
      const request = await sent(
        { operation: 'create-policy', body: { ...draft, name: JSON.stringify(gone) } },
        await world.as(tenant, officer),
      )
      await changeUser(officer, gone)
      expect(refusal(await decide(request.id, 'approve'))).toEqual([409, 'change-request.requester-may-not'])
      expect((await decide(request.id, 'reject')).json).toMatchObject({ state: 'rejected' })
      await changeUser(officer, { enabled: true, role: 'tenant_admin' })
    }
    expect(await policyNames()).toEqual([])
  })

  test('an account whose rights the requester gave does not approve for them', async () => {
    const { json: user } = await admin.call('GET', `/bff/api/v1/users/${tenant.users.analyst}`)
    const promoted = await admin.call('PUT', `/bff/api/v1/users/${tenant.users.analyst}`, {
      role: 'compliance',
      expectedVersion: user.version,
    })
    expect(promoted.status, promoted.text).toBe(200)
    analyst = await world.as(tenant, tenant.users.analyst)
    const request = await sent({ operation: 'create-policy', body: draft })
    expect(refusal(await decide(request.id, 'approve', analyst))).toEqual([409, 'change-request.dependent'])
    expect(await policyNames()).toEqual([])
    expect((await decide(request.id, 'approve')).json).toMatchObject({ state: 'approved' })
  })

  test('a profile that the requester changed does not make an approver of its members', async () => {
    const { everything } = tenant.profiles
    const url = `/bff/api/v1/permission-profiles/${everything}`
    const { channels, version } = (await admin.call('GET', url)).json
    const given = await admin.call('PUT', `${url}/permissions`, {
      channels,
      groups: 'all',
      permissions: ['policies.approve'],
      expectedVersion: version,
    })
    expect(given.status, given.text).toBe(200)
    const request = await sent({ operation: 'create-policy', body: draft })
    const approver = await world.as(tenant, tenant.users.analyst)
    expect(refusal(await decide(request.id, 'approve', approver))).toEqual([409, 'change-request.dependent'])
  })
})

describe('a policy that is there', () => {
  let id: string
  beforeEach(async () => {
    id = (await createPolicy()).id
    await setting({ requiresPolicyApproval: true })
  })

  test('a rule is not changed on an older version either', async () => {
    const { rules } = (await admin.call('GET', `/bff/api/v1/topics/${id}`)).json
    const body = { ...rule, pattern: 'between us' }
    const changes = [
      { operation: 'create-policy-rule', policyId: id, body: { ...body, name: 'Second' } },
      { operation: 'update-policy-rule', policyId: id, ruleId: rules[0].id, body },
      { operation: 'import-policy-rules', policyId: id, fileType: 'phrase_csv', csv: 'quietly\n' },
    ]
    for (const [at, change] of changes.entries()) {
      const request = await sent(change)
      const off = await sent({ operation: 'update-organization', body: { requiresPolicyApproval: false } })
      await decide(off.id, 'approve')
      await admin.call('PUT', `/bff/api/v1/topics/${id}`, { name: `Other ${at}` })
      expect(refusal(await decide(request.id, 'approve'))).toEqual([409, 'policy.changed'])
      await decide(request.id, 'reject')
      await setting({ requiresPolicyApproval: true })
    }
  })
})

test('retention is changed as it was shown, or not at all', async () => {
  const kept = (period: string) => ({
    dataRetention: [{ channel: 'sms', retentionPeriod: period, retentionContext: 'all' }],
  })
  await setting(kept('P7Y'))
  const request = await sent({ operation: 'update-organization', body: kept('P5Y') })
  expect((await setting(kept('P10Y'))).status).toBe(200)
  const other = await world.as(tenant, tenant.users.tenant_admin)
  expect(refusal(await decide(request.id, 'approve', other))).toEqual([409, 'change-request.stale'])
  expect((await admin.call('GET', '/bff/organizations')).json.dataRetention).toEqual(
    kept('P10Y').dataRetention,
  )
})
