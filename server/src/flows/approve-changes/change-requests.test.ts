import { beforeEach, describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { draft, refusedWith, requestsUrl, rule, setUpApproval } from '#testing/change-requests.ts'

const { bed, setting, send, decide, policyNames, sent, createPolicy } = setUpApproval('approval')

const auditTypes = async () =>
  (
    await bed.admin.call(
      'GET',
      '/audit/events?filter=eventType[in]:change_requested|change_approved|change_rejected|change_withdrawn|policy_created|policy_updated|retention_updated&sort=date',
    )
  ).json.items.map(({ type, actor }: { type: string; actor: { name: string } }) => [type, actor.name])

describe('while policies need approval', () => {
  beforeEach(async () => {
    expect((await setting({ requiresPolicyApproval: true })).status).toBe(200)
  })

  test('no call changes a policy directly', async () => {
    expect(refusedWith(await bed.admin.call('POST', '/bff/api/v1/topic', draft))).toEqual([
      409,
      'approval.required',
    ])
    expect(await policyNames()).toEqual([])
  })

  test('a new policy applies once another person approves it', async () => {
    const request = await sent({ operation: 'create-policy', body: draft }, bed.admin, 'As asked by Legal')
    expect(request).toMatchObject({
      kind: 'policy',
      targetName: 'Secrets',
      type: 'policy_created',
      state: 'pending',
      note: 'As asked by Legal',
      canDecide: false,
      canWithdraw: true,
    })
    expect(request.changes).toContainEqual({ field: 'name', old: null, new: 'Secrets' })
    expect(await policyNames()).toEqual([])
    expect(refusedWith(await decide(request.id, 'approve', bed.admin))).toEqual([409, 'change-request.own'])
    expect(refusedWith(await decide(request.id, 'approve', bed.analyst))).toEqual([403, 'access.denied'])
    expect((await decide(request.id, 'approve')).json).toMatchObject({ state: 'approved', canDecide: false })
    expect(await policyNames()).toEqual(['Secrets'])
    expect(refusedWith(await decide(request.id, 'approve'))).toEqual([409, 'change-request.decided'])
    const [policy] = (await bed.admin.call('GET', '/bff/api/v1/topics')).json.items
    expect(policy.changedBy).toBe(request.requestedBy.name)
    expect(await auditTypes()).toEqual([
      ['change_requested', request.requestedBy.name],
      ['policy_created', request.requestedBy.name],
      ['change_approved', expect.not.stringMatching(request.requestedBy.name)],
    ])
  })

  test('the approver sees every rule of a new policy', async () => {
    const { changes } = await sent({ operation: 'create-policy', body: draft })
    expect(changes).toContainEqual({
      field: 'rule Secrecy',
      old: null,
      new: expect.objectContaining({ pattern: 'off the record' }),
    })
  })

  test(
    'the approver sees the last rule of a policy with hundreds, and approves all of them',
    { tags: ['whole'] },
    async () => {
      const rules = Array.from({ length: 130 }, (_, at) => ({
        ...rule,
        name: `Rule ${at}`,
        pattern: `word ${at}`,
      }))
      const { id, changes } = await sent({ operation: 'create-policy', body: { ...draft, rules } })
      const shown = changes.filter(({ field }: { field: string }) => field.startsWith('rule '))
      expect(shown).toHaveLength(130)
      expect(shown.at(-1)).toMatchObject({ field: 'rule Rule 129', new: { pattern: 'word 129' } })
      expect((await decide(id, 'approve')).json).toMatchObject({ state: 'approved' })
    },
  )

  test('an invalid change is refused when it is sent for approval', async () => {
    const broken = { ...draft, rules: [{ ...rule, type: 'regex', pattern: '(' }] }
    expect(refusedWith(await send({ operation: 'create-policy', body: broken }))).toEqual([
      400,
      'policy.bad-regex',
    ])
    expect(refusedWith(await send({ operation: 'create-policy', body: draft }, bed.analyst))).toEqual([
      403,
      'access.denied',
    ])
  })

  test('a rejected or withdrawn request changes nothing', async () => {
    const rejected = await sent({ operation: 'create-policy', body: draft })
    const { json } = await decide(rejected.id, 'reject', bed.compliance, 'Too broad')
    expect(json).toMatchObject({ state: 'rejected', decided: { reason: 'Too broad' } })
    const withdrawn = await sent({ operation: 'create-policy', body: draft })
    expect(refusedWith(await bed.compliance.call('DELETE', `${requestsUrl}/${withdrawn.id}`))).toEqual([
      409,
      'change-request.not-own',
    ])
    expect((await bed.admin.call('DELETE', `${requestsUrl}/${withdrawn.id}`)).json).toMatchObject({
      state: 'withdrawn',
    })
    expect(await policyNames()).toEqual([])
  })

  test('turning approval off needs approval too', async () => {
    expect(refusedWith(await setting({ requiresPolicyApproval: false }))).toEqual([409, 'approval.required'])
    const change = { operation: 'update-organization', body: { requiresPolicyApproval: false } }
    const request = await sent(change)
    expect(refusedWith(await decide(request.id, 'approve', bed.admin))).toEqual([409, 'change-request.own'])
    expect(refusedWith(await send(change, bed.compliance))).toEqual([403, 'access.denied'])
    expect((await decide(request.id, 'approve')).status).toBe(200)
    await createPolicy()
  })

  test('other settings change directly', async () => {
    expect((await setting({ name: 'Renamed' })).json).toMatchObject({ name: 'Renamed' })
  })
})

describe('an existing policy', () => {
  let id: string
  beforeEach(async () => {
    id = (await createPolicy()).id
    await setting({ requiresPolicyApproval: true })
  })

  test('keeps its version while a change waits, and only one change waits', async () => {
    const change = { operation: 'update-policy', policyId: id, body: { severity: 'high' } }
    const request = await sent(change)
    expect(request.changes).toEqual([{ field: 'severity', old: 'medium', new: 'high' }])
    expect((await send({ operation: 'delete-policy-rule', policyId: id, ruleId: id })).json.code).toBe(
      'rule.not-found',
    )
    expect(refusedWith(await send({ ...change, body: { severity: 'low' } }))).toEqual([
      409,
      'change-request.pending',
    ])
    expect((await bed.admin.call('GET', `/bff/api/v1/topics/${id}`)).json).toMatchObject({ version: 1 })
    await decide(request.id, 'approve')
    expect((await bed.admin.call('GET', `/bff/api/v1/topics/${id}`)).json).toMatchObject({
      version: 2,
      severity: 'high',
    })
  })

  test('gets the rules of a file once they are approved', async () => {
    const csv = 'wire it to me\nkeep this quiet\n'
    const request = await sent({
      operation: 'import-policy-rules',
      policyId: id,
      fileType: 'phrase_csv',
      csv,
    })
    expect(request).toMatchObject({ type: 'policy_rules_imported', hasFile: true })
    expect(request.changes.map(({ field }: { field: string }) => field)).toEqual([
      'rules',
      'rule wire it to me',
      'rule keep this quiet',
    ])
    const file = await bed.compliance.call('GET', `${requestsUrl}/${request.id}/file`)
    expect(file.text).toBe(csv)
    const elsewhere = await bed.world.makeTenant(`other-${bed.tenant.label}`)
    const stranger = await bed.world.as(elsewhere, elsewhere.users.super_admin)
    expect((await stranger.call('GET', `${requestsUrl}/${request.id}/file`)).status).toBe(404)
    const none = await bed.world.as(bed.tenant, bed.tenant.users.none)
    expect(refusedWith(await none.call('GET', `${requestsUrl}/${request.id}/file`))).toEqual([
      403,
      'access.denied',
    ])
    await decide(request.id, 'approve')
    expect((await bed.admin.call('GET', `/bff/api/v1/topics/${id}`)).json.ruleCount).toBe(3)
  })

  test('a change based on an older version cannot be approved', async () => {
    const request = await sent({ operation: 'update-policy', policyId: id, body: { severity: 'high' } })
    const off = await sent({ operation: 'update-organization', body: { requiresPolicyApproval: false } })
    await decide(off.id, 'approve')
    await bed.admin.call('PUT', `/bff/api/v1/topics/${id}`, { name: 'Other' })
    expect(refusedWith(await decide(request.id, 'approve'))).toEqual([409, 'policy.changed'])
    expect((await decide(request.id, 'reject')).status).toBe(200)
  })

  test('a change without effect cannot be sent', async () => {
    expect(refusedWith(await send({ operation: 'update-organization', body: {} }))).toEqual([
      400,
      'change-request.nothing',
    ])
  })
})

test('a change of retention waits for approval if that is required', async () => {
  await setting({ requiresRetentionApproval: true })
  const dataRetention = [{ channel: 'sms', retentionPeriod: 'P7Y', retentionContext: 'all' }]
  expect(refusedWith(await setting({ dataRetention }))).toEqual([409, 'approval.required'])
  const change = { operation: 'update-organization', body: { dataRetention } }
  expect(refusedWith(await send(change, bed.compliance))).toEqual([403, 'access.denied'])
  const request = await sent(change)
  expect(refusedWith(await decide(request.id, 'approve'))).toEqual([403, 'access.denied'])
  const other = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  await decide(request.id, 'approve', other)
  expect((await bed.admin.call('GET', '/bff/organizations')).json.dataRetention).toEqual(dataRetention)
})

test('approval can be turned on only if two people can approve', async () => {
  const { super_admin, compliance: officer } = bed.tenant.users
  await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx
      .updateTable('tenant_user')
      .set({ enabled: false })
      .where('id', 'not in', [super_admin, officer])
      .execute(),
  )
  const refused = [409, 'organization.needs-second-approver']
  expect(refusedWith(await setting({ requiresRetentionApproval: true }))).toEqual(refused)
  expect((await setting({ requiresPolicyApproval: true })).status).toBe(200)
  const off = await sent({ operation: 'update-organization', body: { requiresPolicyApproval: false } })
  await decide(off.id, 'approve')
  await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', officer).execute(),
  )
  expect(refusedWith(await setting({ requiresPolicyApproval: true }))).toEqual(refused)
})

test('users who may not see the organization do not see requests about it', async () => {
  await setting({ requiresPolicyApproval: true })
  await sent({ operation: 'create-policy', body: draft })
  await sent({ operation: 'update-organization', body: { requiresRetentionApproval: true } })
  const seenBy = async (caller: Caller) =>
    (await caller.call('GET', requestsUrl)).json.items.map(({ kind }: { kind: string }) => kind).toSorted()
  expect(await seenBy(bed.compliance)).toEqual(['policy', 'retention'])
  expect(await seenBy(bed.analyst)).toEqual(['policy'])
})
