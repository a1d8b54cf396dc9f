import type { UserId } from '@verbatim/contract/ids.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { draft, refusedWith, rule, setUpApproval } from '#testing/change-requests.ts'

const { bed, setting, decide, policyNames, sent, createPolicy } = setUpApproval('approvers')

const changeUser = (id: UserId, fields: { enabled?: boolean; role?: Role }) =>
  inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx.updateTable('tenant_user').set(fields).where('id', '=', id).execute(),
  )

describe('while policies need approval', () => {
  beforeEach(async () => {
    expect((await setting({ requiresPolicyApproval: true })).status).toBe(200)
  })

  test('a requester who left, or lost the permission, changes nothing by an approval', async () => {
    for (const gone of [{ enabled: false }, { role: 'analyst' as const }]) {
      const officer = bed.tenant.users.tenant_admin
      const request = await sent(
        { operation: 'create-policy', body: { ...draft, name: JSON.stringify(gone) } },
        await bed.world.as(bed.tenant, officer),
      )
      await changeUser(officer, gone)
      expect(refusedWith(await decide(request.id, 'approve'))).toEqual([
        409,
        'change-request.requester-may-not',
      ])
      expect((await decide(request.id, 'reject')).json).toMatchObject({ state: 'rejected' })
      await changeUser(officer, { enabled: true, role: 'tenant_admin' })
    }
    expect(await policyNames()).toEqual([])
  })

  test('an account whose rights the requester gave does not approve for them', async () => {
    const { json: user } = await bed.admin.call('GET', `/bff/api/v1/users/${bed.tenant.users.analyst}`)
    const promoted = await bed.admin.call('PUT', `/bff/api/v1/users/${bed.tenant.users.analyst}`, {
      role: 'compliance',
      expectedVersion: user.version,
    })
    expect(promoted.status, promoted.text).toBe(200)
    bed.analyst = await bed.world.as(bed.tenant, bed.tenant.users.analyst)
    const request = await sent({ operation: 'create-policy', body: draft })
    expect(refusedWith(await decide(request.id, 'approve', bed.analyst))).toEqual([
      409,
      'change-request.dependent',
    ])
    expect(await policyNames()).toEqual([])
    expect((await decide(request.id, 'approve')).json).toMatchObject({ state: 'approved' })
  })

  test('who signs in by a provider that the requester chose does not approve for them, nor for others who do', async () => {
    const provider = {
      name: 'Mine',
      issuer: 'https://login.mine.example',
      clientId: 'verbatim',
      mailDomains: ['mine.example'],
      createsPeople: false,
    }
    const chosen = await bed.admin.call('PUT', '/bff/organizations/single-sign-on', {
      enabled: true,
      provider,
    })
    expect(chosen.status, chosen.text).toBe(200)
    await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx
        .insertInto('identity_link')
        .values(
          [bed.tenant.users.compliance, bed.tenant.northerner].map((user_id) => ({
            issuer: provider.issuer,
            subject: user_id,
            user_id,
            linked_at: bed.world.ctx.now(),
          })),
        )
        .execute(),
    )
    const request = await sent({ operation: 'create-policy', body: draft })
    expect(refusedWith(await decide(request.id, 'approve'))).toEqual([409, 'change-request.dependent'])
    const northerner = await bed.world.as(bed.tenant, bed.tenant.northerner)
    const theirs = await sent({ operation: 'create-policy', body: { ...draft, name: 'Theirs' } }, northerner)
    for (const approver of [bed.admin, bed.compliance])
      expect(refusedWith(await decide(theirs.id, 'approve', approver))).toEqual([
        409,
        'change-request.dependent',
      ])
    const other = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
    expect((await decide(request.id, 'approve', other)).json).toMatchObject({ state: 'approved' })
  })

  test('a profile that the requester changed does not make an approver of its members', async () => {
    const { everything } = bed.tenant.profiles
    const url = `/bff/api/v1/permission-profiles/${everything}`
    const { channels, version } = (await bed.admin.call('GET', url)).json
    const given = await bed.admin.call('PUT', `${url}/permissions`, {
      channels,
      groups: 'all',
      permissions: ['policies.approve'],
      expectedVersion: version,
    })
    expect(given.status, given.text).toBe(200)
    const request = await sent({ operation: 'create-policy', body: draft })
    const approver = await bed.world.as(bed.tenant, bed.tenant.users.analyst)
    expect(refusedWith(await decide(request.id, 'approve', approver))).toEqual([
      409,
      'change-request.dependent',
    ])
  })
})

describe('an existing policy', () => {
  let id: string
  beforeEach(async () => {
    id = (await createPolicy()).id
    await setting({ requiresPolicyApproval: true })
  })

  test('a rule is not changed on an older version either', async () => {
    const { rules } = (await bed.admin.call('GET', `/bff/api/v1/topics/${id}`)).json
    const body = { ...rule, pattern: 'between us' }
    const changes = [
      { operation: 'create-policy-rule', policyId: id, body: { ...body, name: 'Second' } },
      { operation: 'update-policy-rule', policyId: id, ruleId: rules[0].id, body },
      { operation: 'import-policy-rules', policyId: id, fileType: 'phrase_csv', csv: 'quietly\n' },
    ]
    for (const [at, change] of shareOf(changes, 3).entries()) {
      const request = await sent(change)
      const off = await sent({ operation: 'update-organization', body: { requiresPolicyApproval: false } })
      await decide(off.id, 'approve')
      await bed.admin.call('PUT', `/bff/api/v1/topics/${id}`, { name: `Other ${at}` })
      expect(refusedWith(await decide(request.id, 'approve'))).toEqual([409, 'policy.changed'])
      await decide(request.id, 'reject')
      await setting({ requiresPolicyApproval: true })
    }
  })
})

test('retention is changed exactly as shown, or not at all', async () => {
  const kept = (period: string) => ({
    dataRetention: [{ channel: 'sms', retentionPeriod: period, retentionContext: 'all' }],
  })
  await setting(kept('P7Y'))
  const request = await sent({ operation: 'update-organization', body: kept('P5Y') })
  expect((await setting(kept('P10Y'))).status).toBe(200)
  const other = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  expect(refusedWith(await decide(request.id, 'approve', other))).toEqual([409, 'change-request.stale'])
  expect((await bed.admin.call('GET', '/bff/organizations')).json.dataRetention).toEqual(
    kept('P10Y').dataRetention,
  )
})
