import { roundsOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { handOverContacts } from '#domains/contacts/hand-over.ts'
import { inTenant } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const path = '/messenger/api/v1/contacts'
const groups = '/messenger/api/v1/conversation-groups'

let world: World
let ours: WorldTenant
let admin: Caller
useTenants('merging', async (made, opened) => {
  world = opened
  ours = made
  admin = await world.as(ours, ours.users.tenant_admin)
})

const [one, two] = ['+15550101001', '+15550101002']
const draft = (change: object = {}) => ({
  name: 'Cleo Marsh',
  phoneNumbers: [one],
  emails: [],
  shareLevel: 'global',
  groupIds: [ours.groups.north],
  ...change,
})
const personal = (ownerId: string = ours.representative) => ({ shareLevel: 'personal', ownerId })
const make = async (change: object = {}) => {
  const { status, json } = await admin.call('POST', path, draft(change))
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const find = async (id: string) => (await admin.call('GET', `${path}/${id}`)).json
const put = (id: string, change: object) => admin.call('PUT', `${path}/${id}`, draft(change))
/** The last step of a removal. Other tests cover the hand-over before it. */
const remove = (id: string) =>
  within((tx) => sql`update tenant_user set removed_at = now() where id = ${id}`.execute(tx))
const within = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, ours.id, work)

test('a contact is not merged into itself', async () => {
  const { id } = await make({ phoneNumbers: ['+15550101009'] })
  const merging = within((tx) =>
    sql`update contact set archived_at = now(), merged_into = id where id = ${id}`.execute(tx),
  )
  await expect(merging).rejects.toThrow('contact_merged_elsewhere')
})

describe('a merged contact that is restored', () => {
  /** A personal contact of a separate group, merged into a global one of another; then its group is deleted. */
  async function merge() {
    const short = (await admin.call('POST', groups, { name: 'Short', memberIds: [], contactIds: [] })).json
    const global = await make()
    const own = await make({ name: 'Own', phoneNumbers: [two], groupIds: [short.id], ...personal() })
    const confirmed = { mergeIds: [global.id], conversations: 0 }
    const merged = await put(own.id, { expectedVersion: 1, name: 'Own', ...personal(), confirmed })
    expect(merged.status).toBe(200)
    const { version } = (await admin.call('GET', `${groups}/${short.id}`)).json
    const gone = await admin.call('DELETE', `${groups}/${short.id}?expectedVersion=${version}`)
    expect(gone.status).toBe(200)
    const undo = () => admin.call('POST', `${path}/${global.id}/changes/${merged.json.change.id}/undo`)
    return { global, own, undo }
  }

  test('gets the groups of the contact it was merged into if its own are deleted', async () => {
    const { global, own, undo } = await merge()
    expect((await undo()).status).toBe(200)
    expect(await find(own.id)).toMatchObject({ status: 'active', groups: global.groups })
  })

  test('stays archived if no group is left for it; the database enforces this', async () => {
    const { global, own, undo } = await merge()
    const { version } = await find(global.id)
    await admin.call('DELETE', `${path}/${global.id}?expectedVersion=${version}`)
    await within((tx) =>
      sql`delete from conversation_group_contact where contact_id = ${global.id}`.execute(tx),
    )
    expect((await undo()).json.code).toBe('contact.undo-changed')
    expect((await find(own.id)).status).toBe('archived')
    const revived = within((tx) =>
      sql`update contact set archived_at = null, merged_into = null where id = ${own.id}`.execute(tx),
    )
    await expect(revived).rejects.toMatchObject({ code: 'VB001' })
  })

  test('stays archived if a user has one of its numbers by now, which would never mean it', async () => {
    const { global, own, undo } = await merge()
    expect((await put(global.id, { phoneNumbers: [one] })).status).toBe(200)
    const users = '/messenger/api/v1/users'
    const given = await admin.call('PUT', `${users}/${ours.colleague}`, { phoneNumber: two })
    expect(given.status, given.text).toBe(200)
    expect(await undo()).toMatchObject({ status: 409, json: { code: 'contact.undo-taken' } })
    expect((await find(own.id)).status).toBe('archived')
    await admin.call('PUT', `${users}/${ours.colleague}`, { phoneNumber: '' })
    expect((await undo()).status).toBe(200)
  })

  test('belongs to the successor if its owner was removed meanwhile', async () => {
    const { own, undo } = await merge()
    await within((tx) =>
      handOverContacts(tx, { from: ours.representative, to: ours.colleague }, world.ctx.now()),
    )
    expect((await undo()).status).toBe(200)
    expect(await find(own.id)).toMatchObject({ status: 'active', owner: { id: ours.colleague } })
  })

  test('stays archived if its owner is removed', async () => {
    const { own, undo } = await merge()
    await remove(ours.representative)
    expect((await undo()).json).toMatchObject({ code: 'contact.undo-owner' })
    expect((await find(own.id)).status).toBe('archived')
  })
})

test('a contact that was made global becomes personal again only if its owner still exists', async () => {
  const own = await make(personal())
  const theirs = await make({ phoneNumbers: [two], ...personal(ours.colleague) })
  const confirmed = { mergeIds: [theirs.id], conversations: 0 }
  const shared = await put(own.id, { expectedVersion: 1, phoneNumbers: [one, two], confirmed })
  expect(shared.status, shared.text).toBe(200)
  await remove(ours.representative)
  const undone = await admin.call('POST', `${path}/${own.id}/changes/${shared.json.change.id}/undo`)
  expect(undone.json).toMatchObject({ code: 'contact.undo-owner' })
  expect(await find(own.id)).toMatchObject({ shareLevel: 'global' })
})

describe('a hand-over', () => {
  test('finds the contact by the numbers handed over, and needs its current version', async () => {
    await make({ name: 'Old', phoneNumbers: [one, two], ...personal() })
    const known = await make({ name: 'Known', ...personal(ours.colleague) })
    await within((tx) =>
      handOverContacts(tx, { from: ours.representative, to: ours.colleague }, world.ctx.now()),
    )
    const { items } = (await admin.call('GET', `${path}?search=${two}`)).json
    expect(items).toMatchObject([{ id: known.id, version: known.version + 1 }])
    const stale = await put(known.id, { expectedVersion: known.version, ...personal(ours.colleague) })
    expect(stale.json.code).toBe('contact.changed')
    expect((await find(known.id)).addresses).toHaveLength(2)
  })
})

test('if two changes would merge each other’s contact, one succeeds and the other is refused', async () => {
  for (let round = 0; round < roundsOf(8); round += 1) {
    const [x, y] = [`+1555020100${round}`, `+1555020200${round}`]
    const global = await make({ phoneNumbers: [x] })
    const own = await make({ name: 'Own', phoneNumbers: [y], ...personal() })
    const both = { phoneNumbers: [x, y], expectedVersion: 1 }
    const answers = await Promise.all([
      put(global.id, { ...both, confirmed: { conversations: 0, mergeIds: [own.id] } }),
      put(own.id, { ...both, confirmed: { conversations: 0, mergeIds: [global.id] } }),
    ])
    const done = answers.map(({ status, json }) => (status === 200 ? 'done' : json.code))
    expect(done).toContain('done')
    expect(done.filter((code) => code !== 'done')).toHaveLength(1)
    for (const code of done) expect(['done', 'contact.changed', 'contact.archived']).toContain(code)
  }
})
