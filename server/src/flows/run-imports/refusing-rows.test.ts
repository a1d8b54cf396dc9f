import type { GroupId, UserId } from '@verbatim/contract/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import { placeUsers } from '#domains/users/places.ts'
import { findLoss, openSupervision } from '#flows/keep-supervision/keeping-supervision.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { setUpSupervision } from '#testing/supervision.ts'
import { refusingRows } from './refusing-rows.ts'

const { bed, get, put, ofUser, requireApproval } = setUpSupervision('refusing-rows')

/** A user who gets other groups. */
interface Row {
  readonly id: UserId
  readonly groupIds: readonly GroupId[]
}

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(bed.world.ctx.db, bed.tenant.id, work)

const groupsOf = async (id: UserId) =>
  (await get(ofUser(id))).groups.map(({ name }: { name: string }) => name).toSorted()

interface Applied {
  /** What happens before the rows are applied for the nth time, after the limits were opened. */
  readonly meanwhile: (tx: TenantTx, time: number) => Promise<void>
}

function applied(rows: readonly Row[], { meanwhile }: Applied): Promise<string[]> {
  let times = 0
  return within(async (tx) => {
    const openLimits = async () => {
      const supervision = await openSupervision(tx)
      return [() => findLoss(tx, supervision)]
    }
    return refusingRows<Row, string>(tx, rows, {
      limits: await openLimits(),
      openLimits,
      apply: async (given) => {
        times += 1
        await meanwhile(tx, times)
        await placeUsers(tx, given)
        return given.map(() => 'done')
      },
      targetOf: ({ id }) => id,
      refuse: (reason) => reason,
    })
  })
}

/** Another person's change takes Rita out of the policy’s group, as an approval does, and is committed at once. */
const takeRita =
  (time = 1) =>
  async (_: TenantTx, at: number) => {
    const { representative, groups } = bed.tenant
    if (at === time) await within((tx) => placeUsers(tx, [{ id: representative, groupIds: [groups.south] }]))
  }

beforeEach(requireApproval)

test('rows go on after what another person changed meanwhile', async () => {
  const { colleague, representative, groups } = bed.tenant
  const rows = [{ id: colleague, groupIds: [groups.north, groups.south] }]
  expect(await applied(rows, { meanwhile: takeRita() })).toEqual(['done'])
  expect(await groupsOf(representative)).toEqual(['South'])
  expect(await groupsOf(colleague)).toEqual(['North', 'South'])
})

test('a row that narrows a policy is refused all the same', async () => {
  const { colleague, groups } = bed.tenant
  const { analyst } = bed.tenant.users
  const user = { firstName: 'Ana', lastName: 'Lyst', messengerRole: 'user', groupIds: [groups.north] }
  const { email } = await get(`/bff/api/v1/users/${analyst}`)
  await bed.admin.call('POST', '/messenger/api/v1/users/invite', { ...user, email })
  expect((await put(ofUser(colleague), { groupIds: [groups.north] })).status).toBe(200)
  const rows = [
    { id: colleague, groupIds: [groups.south] },
    { id: analyst, groupIds: [groups.north, groups.south] },
  ]
  const [refused, done] = await applied(rows, { meanwhile: takeRita(2) })
  expect(refused).toContain('The policy “Desk” would no longer examine Sam Sund.')
  expect(done).toBe('done')
  expect(await groupsOf(colleague)).toEqual(['North'])
})

test('rows that narrow a policy by no row of theirs are not applied', async () => {
  const { colleague, representative, groups } = bed.tenant
  const rows = [{ id: colleague, groupIds: [groups.north, groups.south] }]
  const meanwhile = (tx: TenantTx) => placeUsers(tx, [{ id: representative, groupIds: [groups.south] }])
  await expect(applied(rows, { meanwhile })).rejects.toMatchObject({ code: 'approval.required' })
  expect(await groupsOf(representative)).toEqual(['North'])
  expect(await groupsOf(colleague)).toEqual(['South'])
})
