import { type ChangeRequestKind, changeRequestKinds as kinds } from '@verbatim/contract/change-requests.ts'
import { type GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { findApproverIds } from '#domains/change-requests/queries.ts'
import { addItems } from '#domains/inbox/commands.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { createUsers } from '#domains/users/commands.ts'
import { findInbox } from '#flows/show-inbox/queries.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { draft, refusedWith, requestsUrl } from '#testing/change-requests.ts'
import { setUpSupervision } from '#testing/supervision.ts'

const { bed, setting, send, sent, decide, requireApproval } = setUpSupervision('who-is-asked')

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(bed.world.ctx.db, bed.tenant.id, work)

/** A person who may do only this. */
interface Person {
  readonly id: UserId
  readonly profileId: PermissionProfileId
  readonly permissions: readonly Permission[]
}

/** Adds people without a role, each with a permission profile of their own. */
async function addPeople(each: readonly (readonly Permission[])[]): Promise<Person[]> {
  const now = bed.world.ctx.now()
  const people = each.map((permissions) => ({
    id: UserId.parse(newId(now)),
    profileId: PermissionProfileId.parse(newId(now)),
    permissions,
  }))
  await within(async (tx) => {
    await createProfiles(
      tx,
      people.map(({ profileId: id, permissions }) => ({
        id,
        name: `Of ${id}`,
        channels: [],
        groupIds: 'all' as const,
        permissions,
      })),
    )
    await createUsers(
      tx,
      byVerbatim,
      people.map(({ id, profileId }) => ({
        id,
        email: `${id}@${bed.tenant.label}.example`,
        firstName: 'One',
        lastName: 'Of them',
        role: 'none' as const,
        profileIds: [profileId],
      })),
      now,
    )
  })
  return people
}

/** One request of each kind, as it is sent. */
const changes = (): Record<ChangeRequestKind, object> => ({
  policy: { operation: 'create-policy', body: draft },
  retention: { operation: 'update-organization', body: { requiresRetentionApproval: false } },
  people: {
    operation: 'update-user',
    userId: bed.tenant.representative,
    body: { groupIds: [bed.tenant.groups.south] as GroupId[] },
  },
})

const needed: Record<ChangeRequestKind, readonly Permission[]> = {
  policy: ['policies.view', 'policies.approve'],
  retention: ['policies.view', 'policies.approve', 'organization.view', 'retention.manage'],
  people: ['policies.view', 'policies.approve', 'messenger_users.view'],
}
const asked = [...new Set(Object.values(needed).flat())]

/** Every choice among the permissions that any of the kinds needs. */
const choices = asked.reduce<Permission[][]>(
  (before, one) => [...before, ...before.map((some) => [...some, one])],
  [[]],
)

beforeEach(async () => {
  await requireApproval()
  expect((await setting({ requiresRetentionApproval: true })).status).toBe(200)
})

describe('a request asks those who may see it and decide it', () => {
  test.for(
    shareOf([
      ['with names', false],
      ['under pseudonyms, where who may see users does not see them', true],
    ] as const),
  )('%s', async ([, readsUnderPseudonyms]) => {
    const people = await addPeople(choices)
    const requests: Record<string, string> = {}
    if (readsUnderPseudonyms) expect((await setting({ readsUnderPseudonyms })).status).toBe(200)
    bed.world.pass(5_000)
    for (const kind of kinds) requests[kind] = (await sent(changes()[kind])).id
    const decides = ({ permissions }: Person, kind: ChangeRequestKind) =>
      needed[kind].every((one) => permissions.includes(one)) && !(kind === 'people' && readsUnderPseudonyms)
    await within(async (tx) => {
      for (const kind of kinds) {
        const approvers = await findApproverIds(tx, kind)
        const { rows } = await sql<{ user_id: UserId }>`
          select user_id from inbox_item where change_request_id = ${requests[kind]}`.execute(tx)
        const notified = rows.map(({ user_id }) => user_id)
        for (const person of people) {
          const is = { kind, may: person.permissions, asked: decides(person, kind) }
          expect({ ...is, asked: approvers.includes(person.id) }).toEqual(is)
          expect({ ...is, asked: notified.includes(person.id) }).toEqual(is)
        }
      }
    })
    // An item of before, when its reader could decide, is hidden as well.
    await within(async (tx) => {
      const news = people.flatMap(({ id: userId }) =>
        Object.values(requests).map((id) => ({
          userId,
          kind: 'change-requested' as const,
          changeRequestId: id as never,
        })),
      )
      await addItems(tx, { name: 'Ada' }, news, bed.world.ctx.now())
      for (const person of people) {
        const actor = await findActor(tx, person.id)
        if (!actor) throw new Error('The person is not there')
        const { items } = await findInbox(tx, actor, undefined)
        const shown = new Set(items.map((item) => 'changeRequestId' in item && item.changeRequestId))
        for (const kind of kinds) {
          const is = { kind, may: person.permissions, shown: decides(person, kind) }
          expect({ ...is, shown: shown.has(requests[kind] as never) }).toEqual(is)
        }
      }
    })
  })
})

/** An analyst may see policies and people, and gets these permissions in addition. */
async function analystWith(permissions: readonly Permission[]) {
  const { everything } = bed.tenant.profiles
  await within((tx) =>
    tx
      .updateTable('permission_profile')
      .set({ permissions: [...permissions] })
      .where('id', '=', everything)
      .execute(),
  )
  bed.world.pass(5_000)
}

test('an approver from whom pseudonyms hide people finds no name of one in the inbox', async () => {
  await analystWith(['policies.approve'])
  await sent(changes().people)
  const inbox = async () =>
    (await bed.analyst.call('GET', '/bff/api/v1/inbox')).json.items.map(
      ({ target }: { target: string }) => target,
    )
  expect(await inbox()).toEqual(['Rita Lund'])
  expect((await setting({ readsUnderPseudonyms: true })).status).toBe(200)
  bed.world.pass(5_000)
  expect(await inbox()).toEqual([])
})

test('approval of policies is turned on only if two people can approve changes of people, too', async () => {
  const off = await sent({ operation: 'update-organization', body: { requiresPolicyApproval: false } })
  expect((await decide(off.id, 'approve')).status).toBe(200)
  const { super_admin } = bed.tenant.users
  const [other] = await addPeople([needed.policy])
  const [colleague] = await addPeople([needed.people])
  const only = (ids: readonly UserId[]) =>
    within((tx) => sql`update tenant_user set enabled = id = any(${ids}::uuid[])`.execute(tx))
  await only([super_admin, other?.id as UserId])
  expect(refusedWith(await setting({ requiresPolicyApproval: true }))).toEqual([
    409,
    'organization.needs-second-approver',
  ])
  await only([super_admin, colleague?.id as UserId])
  expect((await setting({ requiresPolicyApproval: true })).status).toBe(200)
})

test('a change that no other person may approve is not sent', async () => {
  const { super_admin, analyst } = bed.tenant.users
  await analystWith(['policies.approve'])
  await within((tx) =>
    tx
      .updateTable('tenant_user')
      .set({ enabled: false })
      .where('id', 'not in', [super_admin, analyst, bed.tenant.representative])
      .execute(),
  )
  expect((await setting({ readsUnderPseudonyms: true })).status).toBe(200)
  bed.world.pass(5_000)
  expect(refusedWith(await send(changes().people))).toEqual([409, 'change-request.no-approver'])
  expect((await bed.admin.call('GET', requestsUrl)).json.items).toEqual([])
  await sent(changes().policy)
})

describe('who may change groups or users, and nothing of policies,', () => {
  const ofGroup = () => ({
    operation: 'update-group',
    groupId: bed.tenant.groups.north,
    body: { removedMemberIds: [bed.tenant.representative], moveTo: bed.tenant.groups.south },
  })

  test('sends such a change for approval, sees its state, and withdraws it', async () => {
    await analystWith(['groups.manage'])
    const request = await sent(ofGroup(), bed.analyst)
    expect(request).toMatchObject({ kind: 'people', canWithdraw: true, canDecide: false })
    const withdrawn = await bed.analyst.call('DELETE', `${requestsUrl}/${request.id}`)
    expect(withdrawn.json).toMatchObject({ state: 'withdrawn' })
    const { id } = await sent(ofGroup(), bed.analyst)
    expect((await decide(id, 'approve')).json).toMatchObject({ state: 'approved' })
    const { items } = (await bed.analyst.call('GET', '/bff/api/v1/inbox')).json
    expect(items).toEqual([expect.objectContaining({ kind: 'change-approved', target: 'North' })])
  })

  test('sends no change that they may not make', async () => {
    await analystWith(['groups.manage'])
    for (const [change, permission] of [
      [changes().policy, 'policies.manage'],
      [changes().retention, 'organization.manage'],
      [changes().people, 'messenger_users.manage'],
    ] as const)
      expect((await send(change, bed.analyst)).json).toMatchObject({
        code: 'access.denied',
        details: { permission },
      })
    await analystWith([])
    expect((await send(ofGroup(), bed.analyst)).json).toMatchObject({
      code: 'access.denied',
      details: { permission: 'groups.manage' },
    })
  })

  test('withdraws no request of another person', async () => {
    await analystWith(['groups.manage'])
    const { id } = await sent(ofGroup())
    expect(refusedWith(await bed.analyst.call('DELETE', `${requestsUrl}/${id}`))).toEqual([
      409,
      'change-request.not-own',
    ])
  })

  test('gets the reason, if requests about it are hidden from them', async () => {
    await analystWith(['groups.manage'])
    expect((await setting({ readsUnderPseudonyms: true })).status).toBe(200)
    bed.world.pass(5_000)
    expect(refusedWith(await send(ofGroup(), bed.analyst))).toEqual([403, 'change-request.unseen'])
    const manager = await bed.world.as(bed.tenant, bed.tenant.users.manager)
    expect(refusedWith(await send(ofGroup(), manager))).toEqual([403, 'change-request.unseen'])
  })
})
