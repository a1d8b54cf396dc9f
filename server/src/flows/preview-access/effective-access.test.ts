import { shareOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { profilesUrl, setUpAccess } from '#testing/access.ts'

const at = setUpAccess()

const why = async (userId: string, messageId?: string) =>
  (
    await at.admin.call(
      'GET',
      `/bff/api/v1/effective-access?userId=${userId}${messageId ? `&messageId=${messageId}` : ''}`,
    )
  ).json
const someMessage = async (groups: string[], channel = 'sms') => {
  await at.tell([groups], channel)
  return inTenant(at.world.ctx.db, at.ours.id, async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from message order by id desc limit 1`.execute(tx)
    return rows[0]!.id
  })
}

test('names the profile by which a user sees a message, or the missing condition', async () => {
  const southern = await someMessage([at.ours.groups.south])
  expect(await why(at.ours.users.analyst, southern)).toMatchObject({
    sees: true,
    sentence: `analyst ${at.ours.label} can see this message. The profile “Everything” covers SMS/MMS in all groups.`,
  })
  expect(await why(at.ours.northerner, southern)).toMatchObject({
    sees: false,
    sentence: `North ${at.ours.label} can’t see this message on the platform. The message is in the group “South”, which no permission profile covers on SMS/MMS.`,
    profiles: [{ name: 'North only', reaches: false }],
  })
  expect(await why(at.ours.users.none, southern)).toMatchObject({
    sees: false,
    sentence: `none ${at.ours.label} can’t see this message on the platform. No platform role is assigned.`,
  })
})

test('agrees with the answers that each user really gets', async () => {
  const ids = [
    await someMessage([]),
    await someMessage([at.ours.groups.north]),
    await someMessage([at.ours.groups.south]),
  ]
  for (const userId of shareOf(
    [...Object.values(at.ours.users), at.ours.northerner, at.ours.representative],
    2,
  )) {
    const caller = await at.world.as(at.ours, userId)
    for (const id of ids) {
      const { status } = await caller.call('GET', `/bff/api/v1/messages/${id}`)
      expect([userId, id, (await why(userId, id)).sees]).toEqual([userId, id, status === 200])
    }
  }
})

test('is for administrators, and shows them no message outside their scope', async () => {
  const southern = await someMessage([at.ours.groups.south])
  const compliance = await at.world.as(at.ours, at.ours.users.compliance)
  const url = `/bff/api/v1/effective-access?userId=${at.ours.northerner}`
  expect((await compliance.call('GET', url)).json.details).toEqual({
    permission: 'permission_profiles.manage',
  })
  const everything = await at.profileNamed('Everything')
  const north = await at.profileNamed('North only')
  await at.admin.call('PUT', `${profilesUrl}/${everything.id}/members`, {
    removed: [at.ours.users.tenant_admin],
    moveTo: north.id,
    expectedVersion: everything.version,
  })
  at.world.pass(5_000)
  expect((await at.admin.call('GET', `${url}&messageId=${southern}`)).json.code).toBe('message.not-found')
})

test('without a message, lists all that a user can see, and the source of each permission', async () => {
  const answer = await why(at.ours.northerner)
  expect(answer.sentence).toBe(`North ${at.ours.label} can see messages on 8 channels, in 1 group.`)
  expect(answer.permissions).toContainEqual({ permission: 'audit.view', from: ['Role Compliance'] })
})
