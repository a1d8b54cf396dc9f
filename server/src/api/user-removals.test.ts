/** What the removal of a user does to accounts, sessions and the other application, and which ones are refused. */
import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { useUserCalls } from '#testing/user-calls.ts'

const bed = useUserCalls()
const { platform, messenger, ana, rita, codeOf, invite, list, audited } = bed

describe('a removal', () => {
  const removal = async (id: UserId, path = messenger) =>
    (await bed.admin.call('GET', `${path}/${id}/removal`)).json
  const remove = (id: UserId, query = '', path = messenger) =>
    bed.admin.call('DELETE', `${path}/${id}${query}`)

  test('of a user with accounts needs a successor, who gets the accounts; records stay', async () => {
    await bed.world.deliver(bed.tenant, { from: '+15550109991', body: 'Shall we meet?' })
    await bed.world.settle()
    const before = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx.selectFrom('participant').selectAll().execute(),
    )
    await inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
      const id = newId(bed.world.ctx.now())
      await sql`insert into contact (id, name, share_level, owner_id) values (${id}, 'Private', 'personal', ${bed.tenant.representative})`.execute(
        tx,
      )
    })
    expect(await removal(bed.tenant.representative)).toMatchObject({
      name: 'Rita Lund',
      accounts: [{ name: 'Desk SMS', channel: 'sms' }],
      conversations: 1,
      personalContacts: 1,
      groups: [{ name: 'North' }],
    })
    expect(codeOf(await remove(bed.tenant.representative))).toEqual([409, 'user.needs-successor'])
    const { representative: self } = bed.tenant
    for (const unfit of [self, self.toUpperCase(), bed.tenant.users.analyst, newId(bed.world.ctx.now())])
      expect(codeOf(await remove(bed.tenant.representative, `?successorId=${unfit}`))).toEqual([
        400,
        'user.unfit-successor',
      ])
    expect((await remove(bed.tenant.representative, `?successorId=${bed.tenant.colleague}`)).status).toBe(200)
    const after = await inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => ({
      participants: await tx.selectFrom('participant').selectAll().execute(),
      owners: await tx
        .selectFrom('channel_account')
        .select('owner_id')
        .where('id', '=', bed.tenant.accounts.sms)
        .execute(),
      contacts: await tx.selectFrom('contact').select('owner_id').where('name', '=', 'Private').execute(),
    }))
    expect(after.participants).toEqual(before)
    expect(after.owners).toEqual([{ owner_id: bed.tenant.colleague }])
    expect(after.contacts).toEqual([{ owner_id: bed.tenant.colleague }])
    expect((await audited()).at(-1)).toMatchObject({
      type: 'user_removed',
      target_name: 'Rita Lund',
      counts: { accountsMoved: 1, contactsMoved: 1, conversationsMoved: 1, groupsRemoved: 1 },
    })
    // Later messages on the account belong to the successor.
    await bed.world.deliver(bed.tenant, { from: '+15550109992', body: 'Hello?' })
    await bed.world.settle()
    const owners = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx
        .selectFrom('participant')
        .select('user_id')
        .where('user_id', 'is not', null)
        .orderBy('first_at')
        .execute(),
    )
    expect(owners.map(({ user_id }) => user_id)).toEqual([bed.tenant.representative, bed.tenant.colleague])
    expect(await list('filter=status[eq]:removed', messenger)).toEqual(['Rita Lund'])
    expect(await list('', messenger)).toEqual(['Sam Sund'])
  })

  test('signs them out, and frees their mail address for a new user', async () => {
    const analyst = await bed.world.as(bed.tenant, bed.tenant.users.analyst)
    expect((await remove(bed.tenant.users.analyst, '', platform)).status).toBe(200)
    bed.world.pass(5_000)
    expect((await analyst.call('GET', platform)).status).toBe(401)
    bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.super_admin)
    const again = await invite({ ...ana(), email: `analyst@${bed.tenant.label}.example` })
    expect(again.json.id).not.toBe(bed.tenant.users.analyst)
    const owner = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx.selectFrom('address').select('user_id').where('value', '=', again.json.email).execute(),
    )
    expect(owner).toEqual([{ user_id: again.json.id }])
  })

  test('from one application does not affect the other', async () => {
    const { json } = await invite(rita(), messenger)
    await invite({ ...ana(), email: 'rita@example.com' })
    expect(await removal(json.id)).toMatchObject({ remains: 'platform', permissionProfiles: [] })
    await remove(json.id)
    expect((await bed.admin.call('GET', `${messenger}/${json.id}`)).status).toBe(404)
    expect((await bed.admin.call('GET', `${platform}/${json.id}`)).json).toMatchObject({
      role: 'analyst',
      groups: [],
      status: 'invited',
    })
    expect(await list('filter=status[eq]:removed', messenger)).toEqual([])
  })

  test('of oneself or of the last Super Admin is refused in the preview and in the request', async () => {
    const self = await removal(bed.tenant.users.super_admin, platform)
    expect(self.refusal).toBe('You can’t remove or disable yourself.')
    expect(codeOf(await remove(bed.tenant.users.super_admin, '', platform))).toEqual([
      409,
      'user.self-removal',
    ])
    const theirs = await bed.lesser.call('GET', `${platform}/${bed.tenant.users.super_admin}/removal`)
    expect(theirs.json.refusal).toBe('Only a Super Admin can add, change or remove a Super Admin.')
  })

  test('on an older version is refused', async () => {
    await bed.admin.call('PUT', `${messenger}/${bed.tenant.colleague}`, { firstName: 'Samuel' })
    expect(codeOf(await remove(bed.tenant.colleague, '?expectedVersion=1'))).toEqual([409, 'user.changed'])
  })
})
