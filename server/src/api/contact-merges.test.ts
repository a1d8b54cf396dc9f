/** Merges of contacts that not every reader of one of them sees. Source: docs/decisions/0042. */
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { contactsUrl, useContacts } from '#testing/contacts.ts'
import { addUser } from '#testing/users.ts'

const { bed, make, personal, change } = useContacts()

/** Administrators of one group each. */
let northern: Caller
let southern: Caller
let global: { id: string }
let own: { id: string }
let changeId: string
const added = ['+15550101004', '+15550101005']

beforeEach(async () => {
  const { ours, admin, world } = bed
  const south = await admin.call('POST', '/bff/api/v1/permission-profiles', {
    name: 'South only',
    description: '',
    channels: ['sms'],
    groups: [ours.groups.south],
    permissions: [],
    memberIds: [],
  })
  const administrator = async (firstName: string, profileId: PermissionProfileId) =>
    (
      await addUser(world, ours, {
        email: `${firstName}@client.example`,
        firstName,
        lastName: 'Admin',
        role: 'tenant_admin',
        profileIds: [profileId],
      })
    ).caller
  northern = await administrator('Nora', ours.profiles.north)
  southern = await administrator('Sue', south.json.id)
  global = await make({ name: 'Shared Client' })
  own = await make({
    name: 'Private Label',
    phoneNumbers: added,
    groupIds: [ours.groups.south],
    ...personal(ours.colleague),
  })
  const merged = await change(global.id, {
    name: 'Shared Client',
    phoneNumbers: ['+15550101001', '+15550101004'],
  })
  expect(merged.json.change, merged.text).toMatchObject({
    merges: [{ from: { id: own.id }, into: { id: global.id } }],
    undoUntil: expect.any(String),
  })
  changeId = merged.json.change.id
})

const historyOf = async (caller: Caller, { id }: { id: string }) => {
  const { status, json, text } = await caller.call('GET', `${contactsUrl}/${id}/history`)
  expect(status, text).toBe(200)
  return { json, text }
}
const undo = (caller: Caller, { id }: { id: string }) =>
  caller.call('POST', `${contactsUrl}/${id}/changes/${changeId}/undo`)
const trailOf = async (caller: Caller) => {
  const { items } = (await caller.call('GET', '/audit/events?limit=200')).json
  return (items as AuditEvent[]).filter(({ target }) => target?.kind === 'contact')
}

test('the history counts a merge with a contact beyond the reader’s scope, and does not name it', async () => {
  const { json, text } = await historyOf(northern, global)
  expect(text).not.toContain('Private')
  expect(text).not.toContain(own.id)
  expect(json.identities.map(({ value }: { value: string }) => value).toSorted()).toEqual([
    '+15550101001',
    ...added,
  ])
  expect(json.changes).toMatchObject([
    { id: changeId, contact: { id: global.id }, merges: [], hiddenMerges: 1 },
  ])
  expect(json.changes[0].undoUntil).toBeUndefined()
  expect(JSON.stringify(await trailOf(northern))).not.toContain('Private')

  const all = await historyOf(bed.admin, global)
  expect(all.json.changes).toMatchObject([{ merges: [{ from: { name: 'Private Label' } }] }])
  expect(all.json.changes[0].hiddenMerges).toBeUndefined()
  const came = all.json.identities.filter((one: { cameFrom?: object }) => one.cameFrom)
  expect(came).toHaveLength(1)
  expect(JSON.stringify(await trailOf(bed.admin))).toContain('Private')
})

test('an undo that would give a contact beyond the user’s scope its numbers again is refused, and nothing is undone', async () => {
  const before = (await bed.admin.call('GET', `${contactsUrl}/${global.id}`)).json
  const { status, json } = await undo(northern, global)
  expect([status, json.code]).toEqual([403, 'contact.beyond-scope'])
  expect((await bed.admin.call('GET', `${contactsUrl}/${global.id}`)).json).toEqual(before)
  expect((await bed.admin.call('GET', `${contactsUrl}/${own.id}`)).json.status).toBe('archived')

  expect((await undo(bed.admin, global)).status).toBe(200)
  expect((await bed.admin.call('GET', `${contactsUrl}/${own.id}`)).json.status).toBe('active')
  expect(JSON.stringify(await trailOf(northern))).not.toContain('Private')
})

test('a merged contact does not name the one that it became part of to readers who do not see that one', async () => {
  const shown = (await southern.call('GET', `${contactsUrl}/${own.id}`)).json
  expect(shown.mergedInto).toEqual({ id: global.id, name: 'Shared Client' })
  const left = await change(global.id, {
    name: 'Elsewhere',
    phoneNumbers: ['+15550101001', ...added],
    groupIds: [bed.ours.groups.north],
  })
  expect(left.status, left.text).toBe(200)
  const now = await southern.call('GET', `${contactsUrl}/${own.id}`)
  expect(now.json).toMatchObject({ status: 'archived' })
  expect(now.json.mergedInto).toBeUndefined()
  const { json, text } = await historyOf(southern, own)
  expect(text).not.toMatch(new RegExp(`Elsewhere|Shared|${global.id}`))
  expect(json.changes).toMatchObject([{ id: changeId, merges: [], hiddenMerges: 1, added: [] }])
  expect((await undo(southern, own)).json.code).toBe('contact.beyond-scope')
})
