import { beforeEach, describe, expect, test } from 'vitest'
import { refusedWith } from '#testing/change-requests.ts'
import { setUpSupervision } from '#testing/supervision.ts'

const { bed, decide, sent, get, put, ofUser, requireApproval, imported, undone } =
  setUpSupervision('supervised-numbers')

const waits = [409, 'approval.required']
const [ritas, sams, free] = ['+15550107001', '+15550107002', '+15550107003']
const reason =
  'The policy “Desk” would no longer examine messages under the present phone number of Rita Lund.'

const phoneOf = async (id: string) => (await get(ofUser(id))).phoneNumber
const setPhone = (id: string, phoneNumber: string) => put(ofUser(id), { phoneNumber })

const heading = 'Email,First name,Last name,Phone,Role,Groups\n'
const rita = (phone: string) => `rep@${bed.tenant.label}.example,Rita,Lund,${phone},User,North\n`
const sam = (phone: string, group = 'South') =>
  `colleague@${bed.tenant.label}.example,Sam,Sund,${phone},User,${group}\n`

/** Rita, whom the policy examines, and Sam, whom it does not, have numbers. */
beforeEach(async () => {
  expect((await setPhone(bed.tenant.representative, ritas)).status).toBe(200)
  expect((await setPhone(bed.tenant.colleague, sams)).status).toBe(200)
})

describe('no one takes the number of a person from a policy alone', () => {
  beforeEach(requireApproval)

  test('in the form of a user: by clearing it, and by another in its place', async () => {
    const { representative } = bed.tenant
    for (const phone of ['', free]) {
      const refused = await setPhone(representative, phone)
      expect(refusedWith(refused)).toEqual(waits)
      expect(refused.json.message).toContain(reason)
      expect(refused.json.details).toMatchObject({ policies: ['Desk'], names: ['Rita Lund'] })
    }
    expect(await phoneOf(representative)).toBe(ritas)
  })

  test('in the form of a platform user who is also a messenger user', async () => {
    const { analyst } = bed.tenant.users
    const invited = await bed.admin.call('POST', '/messenger/api/v1/users/invite', {
      email: (await get(`/bff/api/v1/users/${analyst}`)).email,
      firstName: 'Ana',
      lastName: 'Lyst',
      messengerRole: 'user',
      groupIds: [bed.tenant.groups.north],
    })
    expect(invited.status, invited.text).toBe(200)
    expect(invited.json.id).toBe(analyst)
    expect((await setPhone(analyst, free)).json).toMatchObject({ phoneNumber: free })
    expect(refusedWith(await put(`/bff/api/v1/users/${analyst}`, { phoneNumber: '' }))).toEqual(waits)
  })

  test('by a file, whose other rows are imported, so that no other person gets the number either', async () => {
    const { outcomes } = await imported(`${heading}${rita(free)}${sam(ritas)}`)
    expect(outcomes).toEqual([
      ['failed', expect.stringContaining(reason)],
      ['failed', 'Rita Lund already has this phone number.'],
    ])
    const others = await imported(`${heading}${rita(free)}${sam('+15550107004')}`)
    expect(others.outcomes).toEqual([
      ['failed', expect.stringContaining(reason)],
      ['updated', ''],
    ])
    expect(await phoneOf(bed.tenant.representative)).toBe(ritas)
  })

  test('by undoing the import that gave it', { tags: ['whole'] }, async () => {
    const { colleague } = bed.tenant
    expect((await setPhone(colleague, '')).status).toBe(200)
    expect((await put(ofUser(colleague), { groupIds: [bed.tenant.groups.north] })).status).toBe(200)
    const { id, outcomes } = await imported(heading + sam(free, 'North'))
    expect(outcomes).toEqual([['updated', '']])
    const [row] = await undone(id)
    expect(row).toMatchObject({
      undone: false,
      undoNote: expect.stringContaining('under the present phone number of Sam Sund.'),
    })
    expect(await phoneOf(colleague)).toBe(free)
  })
})

describe('a number that a policy examines no less', () => {
  test('is changed at once for a person in no group of an enabled policy, and for one who had none', async () => {
    await requireApproval()
    const { colleague } = bed.tenant
    expect((await setPhone(colleague, free)).status).toBe(200)
    expect((await setPhone(colleague, '')).status).toBe(200)
    expect((await put(ofUser(colleague), { groupIds: [bed.tenant.groups.north] })).status).toBe(200)
    expect((await setPhone(colleague, sams)).status).toBe(200)
  })

  test('is changed at once while policies need no approval', async () => {
    expect((await setPhone(bed.tenant.representative, '')).status).toBe(200)
  })

  test('stays with a person who is removed', async () => {
    await requireApproval()
    const { representative, colleague } = bed.tenant
    const removed = await bed.admin.call(
      'DELETE',
      `${ofUser(representative)}?successorId=${colleague}&joinGroups=true`,
    )
    expect(removed.status, removed.text).toBe(200)
  })
})

test('a second person approves that a user gets another number', async () => {
  await requireApproval()
  const { representative } = bed.tenant
  const request = await sent({
    operation: 'update-user',
    userId: representative,
    body: { phoneNumber: free },
  })
  expect(request).toMatchObject({ kind: 'people', targetName: 'Rita Lund' })
  expect(await phoneOf(representative)).toBe(ritas)
  expect((await decide(request.id, 'approve')).json).toMatchObject({ state: 'approved' })
  expect(await phoneOf(representative)).toBe(free)
})
