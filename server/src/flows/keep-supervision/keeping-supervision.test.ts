import { beforeEach, describe, expect, test } from 'vitest'
import { refusedWith } from '#testing/change-requests.ts'
import { setUpSupervision } from '#testing/supervision.ts'

const {
  bed,
  setting,
  send,
  decide,
  sent,
  createPolicy,
  get,
  put,
  ofUser,
  requireApproval,
  imported,
  undone,
} = setUpSupervision('supervision')

const groups = '/messenger/api/v1/conversation-groups'
const accounts = '/external-accounts/api/v1/sms/accounts'
const waits = [409, 'approval.required']
const reason = 'The policy “Desk” would no longer examine Rita Lund.'

const groupsOf = async (id: string) =>
  (await get(ofUser(id))).groups.map(({ name }: { name: string }) => name).toSorted()

const fileRow = (name: string, group: string) =>
  `${name}@${bed.tenant.label}.example,${name === 'rep' ? 'Rita,Lund' : 'Sam,Sund'},User,${group}\n`
const heading = 'Email,First name,Last name,Role,Groups\n'

describe('no one moves people out of a policy alone', () => {
  beforeEach(requireApproval)

  test('in the form of a group', async () => {
    const { north, south } = bed.tenant.groups
    const change = { removedMemberIds: [bed.tenant.representative], moveTo: south }
    for (const path of [`${groups}/${north}`, `${groups}/${north}/members`]) {
      const refused = await put(path, change)
      expect(refusedWith(refused)).toEqual(waits)
      expect(refused.json.message).toContain(reason)
      expect(refused.json.details).toMatchObject({ policies: ['Desk'], names: ['Rita Lund'] })
    }
    expect(refusedWith(await put(`${groups}/${north}`, { memberIds: [], moveTo: south }))).toEqual(waits)
    expect(await groupsOf(bed.tenant.representative)).toEqual(['North'])
  })

  test('in the form of a user', async () => {
    const {
      groups: { south },
      representative,
    } = bed.tenant
    expect(refusedWith(await put(ofUser(representative), { groupIds: [south] }))).toEqual(waits)
    expect(await groupsOf(representative)).toEqual(['North'])
  })

  test('by a file, whose other rows are imported', async () => {
    const { outcomes } = await imported(
      `${heading}${fileRow('rep', 'South')}${fileRow('colleague', 'North')}`,
    )
    expect(outcomes).toEqual([
      ['failed', expect.stringContaining(reason)],
      ['updated', ''],
    ])
    expect(await groupsOf(bed.tenant.representative)).toEqual(['North'])
    expect(await groupsOf(bed.tenant.colleague)).toEqual(['North'])
  })

  test('by undoing an import', async () => {
    const { id, outcomes } = await imported(heading + fileRow('colleague', 'North'))
    expect(outcomes).toEqual([['updated', '']])
    const [row] = await undone(id)
    expect(row).toMatchObject({
      undone: false,
      undoNote: expect.stringContaining('The policy “Desk” would no longer examine Sam Sund.'),
    })
    expect(await groupsOf(bed.tenant.colleague)).toEqual(['North'])
  })

  test('by giving an account to a person whom the policy does not examine', async () => {
    const { colleague, representative } = bed.tenant
    const account = `${accounts}/${bed.tenant.accounts.sms}`
    for (const ownerId of [colleague, null]) {
      const refused = await put(account, { ownerId })
      expect(refusedWith(refused)).toEqual([409, 'account.leaves-policies'])
      expect(refused.json.details).toMatchObject({ policies: ['Desk'], names: ['Desk SMS'] })
    }
    const leaves = (query: string) =>
      bed.admin.call('DELETE', `${ofUser(representative)}?successorId=${colleague}${query}`)
    expect(refusedWith(await leaves(''))).toEqual([409, 'account.leaves-policies'])
    expect((await leaves('&joinGroups=true')).status).toBe(200)
    expect(await groupsOf(colleague)).toEqual(['North', 'South'])
  })
})

describe('what a policy examines no less', () => {
  test('is changed at once: joining, leaving while another of its groups stays, and groups that no enabled policy names', async () => {
    await requireApproval()
    const {
      groups: { north, south },
      representative,
      colleague,
    } = bed.tenant
    expect((await put(ofUser(representative), { groupIds: [north, south] })).status).toBe(200)
    expect((await put(ofUser(colleague), { groupIds: [north] })).status).toBe(200)
    expect((await put(`${groups}/${south}`, { removedMemberIds: [representative] })).status).toBe(200)
    expect((await put(`${accounts}/${bed.tenant.accounts.sms}`, { ownerId: colleague })).status).toBe(200)
  })

  test('is changed at once while policies need no approval', async () => {
    const {
      groups: { south },
      representative,
    } = bed.tenant
    expect((await put(ofUser(representative), { groupIds: [south] })).status).toBe(200)
  })

  test('is changed at once for a person who stays in another group of the policy', async () => {
    const {
      groups: { north, south },
      representative,
    } = bed.tenant
    const [policy] = await get('/bff/api/v1/topics').then(({ items }) => items)
    expect((await put(`/bff/api/v1/topics/${policy.id}`, { groupIds: [north, south] })).status).toBe(200)
    await requireApproval()
    expect((await put(ofUser(representative), { groupIds: [south] })).status).toBe(200)
  })

  test('is changed at once where only another policy is for all', async () => {
    await createPolicy()
    await requireApproval()
    expect((await put(ofUser(bed.tenant.colleague), { firstName: 'Samuel' })).status).toBe(200)
  })
})

describe('a second person approves', () => {
  beforeEach(requireApproval)

  test('that a group loses members', async () => {
    const {
      groups: { north, south },
      representative,
    } = bed.tenant
    const body = { removedMemberIds: [representative], moveTo: south }
    const request = await sent({ operation: 'update-group', groupId: north, body })
    expect(request).toMatchObject({ kind: 'people', targetName: 'North', state: 'pending' })
    expect(request.changes).toContainEqual({ field: 'members', old: ['Rita Lund'], new: null })
    expect(await groupsOf(representative)).toEqual(['North'])
    expect(refusedWith(await decide(request.id, 'approve', bed.admin))).toEqual([409, 'change-request.own'])
    expect((await decide(request.id, 'approve')).json).toMatchObject({ state: 'approved' })
    expect(await groupsOf(representative)).toEqual(['South'])
  })

  test('that a user changes groups, with the rest of the change', async () => {
    const {
      groups: { south },
      representative,
    } = bed.tenant
    const change = {
      operation: 'update-user',
      userId: representative,
      body: { firstName: 'Rieke', groupIds: [south] },
    }
    const request = await sent(change)
    expect(request).toMatchObject({ kind: 'people', targetName: 'Rita Lund', type: 'user_updated' })
    expect(request.changes).toContainEqual({ field: 'groups', old: ['North'], new: ['South'] })
    expect((await decide(request.id, 'approve')).status).toBe(200)
    expect(await groupsOf(representative)).toEqual(['South'])
    expect(await get(ofUser(representative))).toMatchObject({ firstName: 'Rieke' })
  })

  test('the version that was sent, and not a later one', async () => {
    const {
      groups: { south },
      representative,
    } = bed.tenant
    const { id } = await sent({
      operation: 'update-user',
      userId: representative,
      body: { groupIds: [south] },
    })
    expect((await put(ofUser(representative), { firstName: 'Rieke' })).status).toBe(200)
    expect(refusedWith(await decide(id, 'approve'))).toEqual([409, 'user.changed'])
  })

  test('what the requester may change, and is seen by those who see people', async () => {
    const {
      groups: { north, south },
      representative,
    } = bed.tenant
    const change = {
      operation: 'update-group',
      groupId: north,
      body: { removedMemberIds: [representative], moveTo: south },
    }
    expect((await send(change, bed.compliance)).json).toMatchObject({
      code: 'access.denied',
      details: { permission: 'groups.manage' },
    })
    await sent(change)
    const shown = async () => (await bed.analyst.call('GET', '/bff/api/v1/change-requests')).json.items.length
    expect(await shown()).toBe(1)
    expect((await setting({ readsUnderPseudonyms: true })).status).toBe(200)
    bed.world.pass(5_000)
    expect(await shown()).toBe(0)
  })
})
