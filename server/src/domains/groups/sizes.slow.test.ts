/** Pickers, counts and effects with thousands of people, twenty in the whole run. The bench measures speed; this test checks results. */
import { isWhole } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const people = isWhole ? 20_000 : 5_000
let database: TestDatabase
let world: World
let ours: WorldTenant
let admin: Caller
useTestWorld(async (opened, own) => {
  world = opened
  database = own
  ours = await world.makeTenant('ours')
  admin = await world.as(ours, ours.users.tenant_admin)
  await inTenant(world.ctx.db, ours.id, async (tx) => {
    await sql`insert into tenant_user (id, email, email_key, first_name, last_name, role, messenger_role)
      select gen_random_uuid(), 'p' || n || '@many.example', 'p' || n || '@many.example', 'Person', lpad(n::text, 5, '0'),
        'analyst', 'user'
      from generate_series(1, ${people}::integer) n`.execute(tx)
    await sql`insert into contact (id, name) select gen_random_uuid(), 'Contact ' || lpad(n::text, 5, '0')
      from generate_series(1, ${people}::integer) n`.execute(tx)
  })
  await analyze()
  await inTenant(world.ctx.db, ours.id, async (tx) => {
    await sql`insert into conversation_group_member (group_id, user_id)
      select ${ours.groups.north}, id from tenant_user where email like '%@many.example'`.execute(tx)
    await sql`insert into conversation_group_contact (group_id, contact_id)
      select ${ours.groups.north}, id from contact`.execute(tx)
    await sql`insert into permission_profile_member (profile_id, user_id)
      select (select id from permission_profile where name = 'North only'), id
      from tenant_user where email like '%@many.example'`.execute(tx)
  })
  await analyze()
})

/** Autovacuum does this sooner or later. Until then each check of a reference to a person reads many of them. */
async function analyze() {
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
}

test.each([
  ['/messenger/api/v1/group-members?limit=50&search=displayNameEmail:p499', 11],
  [`/messenger/api/v1/group-contacts?limit=25&skip=${people - 25}`, people],
  ['/messenger/api/v1/conversation-groups?sort=-memberCount', 2],
  ['/bff/api/v1/permission-profile-members?limit=50&search=displayNameEmail:00042', 1],
  ['/bff/api/v1/permission-profiles?sort=-memberCount', 2],
])('%s counts exactly', async (url, total) => {
  const answer = await admin.call('GET', url)
  expect([answer.status, answer.json.total]).toEqual([200, total])
})

test('people in a group, and people who are not, are found among all', async () => {
  const { north, south } = ours.groups
  const asked = async (operator: string, group: string) => {
    const url = `/messenger/api/v1/group-members?limit=25&filter=groupId[${operator}]:${group}`
    const { json } = await admin.call('GET', url)
    return json.total
  }
  expect(await asked('in', north)).toBe(people + 1)
  expect(await asked('nin', north)).toBe(1)
  expect(await asked('nin', south)).toBe(people + 1)
})

test('a change for thousands of members shows their number', async () => {
  const { items } = (await admin.call('GET', '/bff/api/v1/permission-profiles?search=North')).json
  const answer = await admin.call('POST', `/bff/api/v1/permission-profiles/${items[0].id}/effect`, {
    permissions: { channels: ['sms'], groups: 'all' },
  })
  expect(answer.json).toMatchObject({ lost: { users: people + 1 }, gained: { users: people + 1 } })
})

test(
  'all members of a group can move to another at once, and the effect lists them first',
  { tags: ['whole'], timeout: 60_000 },
  async () => {
    const url = `/messenger/api/v1/conversation-groups/${ours.groups.north}`
    const effect = await admin.call('GET', `${url}/effect`)
    expect(effect.json.left).toMatchObject({ count: 2 * people + 1 })
    expect(effect.json.left.names).toHaveLength(20)
    const refused = await admin.call('DELETE', `${url}?expectedVersion=1`)
    expect(refused.json).toMatchObject({ code: 'group.last-group', details: { count: 2 * people + 1 } })
    const gone = await admin.call('DELETE', `${url}?expectedVersion=1&moveTo=${ours.groups.south}`)
    expect(gone.status).toBe(200)
  },
)
