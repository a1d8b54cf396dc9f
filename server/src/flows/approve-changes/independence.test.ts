/** One person does not decide alone, whichever accounts they use. Source: docs/decisions/0155. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer, Caller } from '#testing/caller.ts'
import { draft, refusedWith, requestsUrl, setUpApproval } from '#testing/change-requests.ts'

const { bed, setting, decide, policyNames, sent } = setUpApproval('independence')
const users = '/bff/api/v1/users'
const dependent = [409, 'change-request.dependent']

const as = (role: Role) => bed.world.as(bed.tenant, bed.tenant.users[role])

async function done(call: Promise<Answer>) {
  const { status, json, text } = await call
  expect(status, text).toBe(200)
  return json
}

/** Changes what there is at an address, and needs its version. */
async function change(by: Caller, url: string, part: string, body: object) {
  const { version } = await done(by.call('GET', url))
  return done(by.call('PUT', `${url}${part}`, { ...body, expectedVersion: version }))
}

/** Makes a user a compliance officer, and signs them in as that. */
async function promote(by: Caller, user: Role): Promise<Caller> {
  await change(by, `${users}/${bed.tenant.users[user]}`, '', { role: 'compliance' })
  return as(user)
}

const reset = (by: Caller, user: Role) =>
  done(by.call('POST', `${users}/${bed.tenant.users[user]}/reset-second-step`))

const changeProfile = (by: Caller, profile: 'everything' | 'north', part: string, body: object) =>
  change(by, `/bff/api/v1/permission-profiles/${bed.tenant.profiles[profile]}`, part, body)

async function invite(by: Caller, firstName: string): Promise<Caller> {
  const { id } = await done(
    by.call('POST', `${users}/invite`, {
      email: `${firstName}@${bed.tenant.label}.example`,
      firstName,
      lastName: 'New',
      role: 'compliance',
      permissionProfileIds: [bed.tenant.profiles.everything],
    }),
  )
  return bed.world.as(bed.tenant, id)
}

const ask = async (by: Caller) => {
  const name = `Policy ${(await policyNames()).length + 1}`
  return sent({ operation: 'create-policy', body: { ...draft, name } }, by)
}

/** What happens if one asks for a change, and the other approves it. */
async function decided(requester: Caller, approver: Caller) {
  const { id } = await ask(requester)
  const answer = await decide(id, 'approve', approver)
  return answer.status === 200 ? answer.json.state : refusedWith(answer)
}

beforeEach(async () => {
  await done(setting({ requiresPolicyApproval: true }))
})

describe('what an approver is shown', () => {
  const shown = async (id: string, to: Caller) => {
    const { items } = (await to.call('GET', requestsUrl)).json
    const { canDecide, approvalRefusal } = items.find((one: { id: string }) => one.id === id)
    return { canDecide, approvalRefusal }
  }

  test('is why they cannot approve some requests, which they may reject; they approve others', async () => {
    const promoted = await promote(bed.admin, 'analyst')
    const { id, requestedBy } = await ask(promoted)
    const refused = await decide(id, 'approve', bed.admin)
    expect(await shown(id, bed.admin)).toEqual({ canDecide: true, approvalRefusal: refused.json.message })
    expect(refused.json.message).toContain(requestedBy.name)
    expect(await shown(id, bed.compliance)).toEqual({ canDecide: true, approvalRefusal: undefined })
    expect(await shown(id, promoted)).toEqual({ canDecide: false, approvalRefusal: undefined })
    const other = await ask(bed.compliance)
    expect(await shown(other.id, bed.admin)).toEqual({ canDecide: true, approvalRefusal: undefined })
    expect((await decide(other.id, 'approve', bed.admin)).status).toBe(200)
    expect((await decide(id, 'reject', bed.admin)).status).toBe(200)
  })
})

describe('an approver does not approve what an account asks for', () => {
  test('whose rights they gave; another person does', async () => {
    const { id } = await ask(await promote(bed.admin, 'analyst'))
    expect(refusedWith(await decide(id, 'approve', bed.admin))).toEqual(dependent)
    expect(await policyNames()).toEqual([])
    expect((await decide(id, 'approve')).json.state).toBe('approved')
  })

  test('that they invited', async () => {
    expect(await decided(await invite(bed.admin, 'Fay'), bed.admin)).toEqual(dependent)
  })

  test('whose second step they reset', async () => {
    await reset(bed.admin, 'tenant_admin')
    expect(await decided(await as('tenant_admin'), bed.admin)).toEqual(dependent)
  })

  test('to whose profile they gave permissions', async () => {
    await changeProfile(bed.admin, 'north', '/permissions', { permissions: ['policies.approve'] })
    const northerner = await bed.world.as(bed.tenant, bed.tenant.northerner)
    expect(await decided(northerner, bed.admin)).toEqual(dependent)
  })

  test('that they added to a profile, also under another name since', async () => {
    const added = [bed.tenant.users.tenant_admin]
    await changeProfile(bed.admin, 'north', '/members', { added, removed: [] })
    const deputy = await as('tenant_admin')
    expect(await decided(deputy, bed.admin)).toEqual(dependent)
    const renamed = { firstName: 'Re', lastName: 'Named' }
    await done(deputy.call('PUT', '/bff/account', renamed))
    expect(await decided(deputy, bed.admin)).toEqual(dependent)
  })

  test('and may reject it', async () => {
    const { id } = await ask(await promote(bed.admin, 'analyst'))
    expect((await decide(id, 'reject', bed.admin)).json.state).toBe('rejected')
  })
})

describe('through a third account', () => {
  test('neither decides for the other, and another person does', async () => {
    await reset(bed.admin, 'tenant_admin')
    const third = await promote(await as('tenant_admin'), 'analyst')
    expect(await decided(bed.admin, third)).toEqual(dependent)
    const { id } = await ask(third)
    expect(refusedWith(await decide(id, 'approve', bed.admin))).toEqual(dependent)
    expect((await decide(id, 'approve', bed.compliance)).json.state).toBe('approved')
  })

  test('two accounts that one person invited do not decide for each other', async () => {
    const [one, other] = [await invite(bed.admin, 'One'), await invite(bed.admin, 'Other')]
    expect(await decided(one, other)).toEqual(dependent)
    expect(await decided(one, bed.compliance)).toBe('approved')
  })

  test(
    'two accounts do not either if one person could sign in to those who invited them',
    { tags: ['whole'] },
    async () => {
      await reset(bed.admin, 'tenant_admin')
      const [one, other] = [await invite(bed.admin, 'One'), await invite(await as('tenant_admin'), 'Other')]
      expect(await decided(one, other)).toEqual(dependent)
    },
  )

  test('two accounts that one person gave rights, and no sign-in, decide for each other', async () => {
    const [one, other] = [await promote(bed.admin, 'analyst'), await promote(bed.admin, 'manager')]
    expect(await decided(one, other)).toBe('approved')
  })
})

describe('two accounts are independent', () => {
  test('after changes before the last seven days', async () => {
    await promote(bed.admin, 'analyst')
    await reset(bed.admin, 'tenant_admin')
    bed.world.pass(8 * dayMs)
    const [admin, promoted, deputy] = [await as('super_admin'), await as('analyst'), await as('tenant_admin')]
    bed.admin = admin
    expect(await decided(promoted, admin)).toBe('approved')
    expect(await decided(admin, deputy)).toBe('approved')
    expect(await decided(deputy, promoted)).toBe('approved')
  })

  test('though one of them added others to the profile of both', async () => {
    await invite(bed.admin, 'Fay')
    expect(await decided(bed.compliance, bed.admin)).toBe('approved')
    expect(await decided(bed.admin, bed.compliance)).toBe('approved')
  })
})
