/** Changing a contact's share level, number or owner: the effect on conversations and other contacts, and the undo. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { describe, expect, test } from 'vitest'
import { handOverContacts } from '#domains/contacts/hand-over.ts'
import { contactsUrl, useContacts } from '#testing/contacts.ts'

const { bed, draft, make, personal, effectOf, change, undo, within, audited, conversations, say } =
  useContacts()

describe('the consequences of a change', () => {
  test('another share level closes conversations after a preview; later messages reopen them', async () => {
    const { id } = await make()
    await say('+15550101001')
    await say('+15550101001', 'hello', 'whatsapp')
    const seen = await effectOf(id, personal())
    expect(seen).toMatchObject({ conversations: 1, merged: [], sample: [{ with: expect.any(String) }] })
    const none = { mergeIds: [], conversations: 0 }
    expect((await change(id, { expectedVersion: 1, ...personal(), confirmed: none })).json.code).toBe(
      'contact.effect-changed',
    )
    const wrong = { mergeIds: [], conversations: 2 }
    expect((await change(id, { expectedVersion: 1, ...personal(), confirmed: wrong })).json.code).toBe(
      'contact.effect-changed',
    )
    const confirmed = { mergeIds: [], conversations: 1 }
    const done = await change(id, { expectedVersion: 1, ...personal(), confirmed })
    expect(done).toMatchObject({
      status: 200,
      json: {
        shareLevel: 'personal',
        version: 2,
        change: { closed: 1, shareLevels: { old: 'global', new: 'personal' } },
      },
    })
    const closed = await conversations()
    expect(closed.filter(({ closed_at }) => closed_at)).toMatchObject([
      { closed_reason: 'share-level', contact_id: id },
    ])
    const { items } = (await bed.admin.call('GET', '/bff/api/v1/messages')).json
    const conversationOf = async (channel: string) => {
      const { conversationId } = items.find((message: { channel: string }) => message.channel === channel)
      return (await bed.admin.call('GET', `/bff/conversations/${conversationId}`)).json
    }
    expect((await conversationOf('whatsapp')).closed).toMatchObject({ reason: 'share-level' })
    expect((await conversationOf('sms')).closed).toBeUndefined()
    bed.world.pass(60_000)
    await say('+15550101001', 'still here', 'whatsapp')
    expect((await conversations()).filter(({ closed_at }) => closed_at)).toEqual([])
  })

  test('a call without a confirmation is applied with all consequences, and can be undone', async () => {
    const global = await make()
    const own = await make({ name: 'Cleo M', phoneNumbers: ['+15550101009'], ...personal() })
    await say('+15550101009')
    const { status, json } = await change(own.id, { ...personal(), phoneNumbers: ['+15550101001'] })
    expect([status, json.id]).toEqual([200, global.id])
    expect(json.change).toMatchObject({ closed: 1, merges: [{ into: { id: global.id } }] })
    expect((await undo(global.id, json.change.id)).status).toBe(200)
    expect((await conversations()).filter(({ closed_at }) => closed_at)).toEqual([])
  })

  test('another number closes the contact’s conversations and keeps the old number in its history', async () => {
    const { id } = await make()
    await say('+15550101001')
    const phoneNumbers = ['+15550101003']
    expect(await effectOf(id, { phoneNumbers })).toMatchObject({
      conversations: 1,
      owners: [{ id: bed.ours.representative }],
    })
    const confirmed = { mergeIds: [], conversations: 1 }
    expect((await change(id, { expectedVersion: 1, phoneNumbers, confirmed })).status).toBe(200)
    expect(await conversations()).toMatchObject([
      { closed_reason: 'phone-number', address: '+15550101001', contact_id: id },
    ])
    const { identities } = (await bed.admin.call('GET', `${contactsUrl}/${id}/history`)).json
    expect(identities).toMatchObject([
      { value: '+15550101003' },
      { value: '+15550101001', until: expect.any(String) },
    ])
  })

  test('a personal contact that gets the number of a global one is merged into it, and an undo restores it', async () => {
    const global = await make()
    const own = await make({
      name: 'Cleo M',
      phoneNumbers: ['+15550101009'],
      groupIds: [bed.ours.groups.south],
      ...personal(),
    })
    await say('+15550101009')
    const seen = await effectOf(own.id, { ...personal(), groupIds: [bed.ours.groups.south] })
    expect(seen).toMatchObject({ conversations: 1, mergeInto: { id: global.id, name: 'Cleo Marsh' } })
    const confirmed = { mergeIds: [global.id], conversations: 1 }
    const merged = await change(own.id, { expectedVersion: 1, name: 'Cleo M', ...personal(), confirmed })
    expect(merged).toMatchObject({ status: 200, json: { id: global.id, change: { closed: 1 } } })
    expect(merged.json.addresses.map(({ value }: { value: string }) => value)).toEqual([
      '+15550101001',
      '+15550101009',
    ])
    expect(merged.json.groups).toHaveLength(2)
    expect((await bed.admin.call('GET', `${contactsUrl}/${own.id}`)).json).toMatchObject({
      status: 'archived',
      mergedInto: { id: global.id },
    })
    expect(await conversations()).toMatchObject([{ contact_id: own.id }]) // captured messages are never rewritten
    const { identities } = (await bed.admin.call('GET', `${contactsUrl}/${global.id}/history`)).json
    expect(identities).toContainEqual(expect.objectContaining({ cameFrom: { id: own.id, name: 'Cleo M' } }))

    const changeId = merged.json.change.id as string
    bed.world.pass(23 * hourMs)
    bed.admin = await bed.world.as(bed.ours, bed.ours.users.tenant_admin)
    const undone = await undo(global.id, changeId)
    expect(undone).toMatchObject({
      status: 200,
      json: { id: own.id, status: 'active', addresses: [{ value: '+15550101009' }] },
    })
    const restored = (await bed.admin.call('GET', `${contactsUrl}/${global.id}`)).json
    expect(restored.addresses).toEqual(global.addresses)
    expect(restored.groups).toEqual(global.groups)
    expect(await conversations()).toMatchObject([{ closed_at: null }])
    expect((await undo(global.id, changeId)).json.code).toBe('contact.undo-over')
    expect((await audited()).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['contact_merged', 'contact_change_undone']),
    )
  })

  test('a merge cannot be undone after a day, or once its number belongs to another contact', async () => {
    const global = await make()
    const numbered = { phoneNumbers: ['+15550101009'], ...personal() }
    const merge = async (name: string) => {
      const own = await make({ name, ...numbered })
      const confirmed = { mergeIds: [global.id], conversations: 0 }
      const { json } = await change(own.id, { expectedVersion: 1, ...personal(), confirmed })
      return json.change.id as string
    }
    const first = await merge('First')
    await make({ name: 'Another client', ...numbered })
    expect((await undo(global.id, first)).json.code).toBe('contact.undo-taken')
    bed.world.pass(25 * hourMs)
    bed.admin = await bed.world.as(bed.ours, bed.ours.users.tenant_admin)
    expect((await undo(global.id, first)).json.code).toBe('contact.undo-over')
  })

  test(
    'a global contact that gets a number absorbs the personal contacts with it, and all of it is undone together',
    { tags: ['whole'] },
    async () => {
      const global = await make()
      await say('+15550101001')
      const phoneNumbers = ['+15550101004']
      const mine = await make({ name: 'Mine', phoneNumbers, ...personal() })
      const both = { phoneNumbers: ['+15550101004', '+15550101005'], ...personal(bed.ours.colleague) }
      const theirs = await make({ name: 'Theirs', ...both, groupIds: [bed.ours.groups.south] })
      const seen = await effectOf(global.id, { phoneNumbers })
      const ids = seen.merged.map(({ id }: { id: string }) => id)
      expect(new Set(ids)).toEqual(new Set([mine.id, theirs.id]))
      expect(seen.owners).toHaveLength(2)
      const confirmed = { mergeIds: [mine.id, theirs.id], conversations: 1 }
      const done = await change(global.id, { expectedVersion: 1, name: 'Cleo', phoneNumbers, confirmed })
      expect(done.json).toMatchObject({
        addresses: [{ value: '+15550101004' }, { value: '+15550101005' }],
        change: { added: ['+15550101004'], removed: ['+15550101001'], closed: 1 },
      })
      const { id: changeId, merges } = done.json.change
      expect(merges.map((merge: { from: { name: string } }) => merge.from.name)).toEqual(['Mine', 'Theirs'])
      expect((await conversations())[0]).toMatchObject({ closed_reason: 'phone-number' })

      // Both the merged and the changed contact show the change; after the undo, neither does.
      expect((await bed.admin.call('GET', `${contactsUrl}/${mine.id}/history`)).json.changes).toMatchObject([
        { id: changeId, undoUntil: expect.any(String) },
      ])
      expect((await undo(mine.id, changeId)).json).toMatchObject({
        id: global.id,
        name: 'Cleo',
        addresses: global.addresses,
        groups: global.groups,
      })
      for (const one of [mine, theirs])
        expect((await bed.admin.call('GET', `${contactsUrl}/${one.id}`)).json).toMatchObject({
          status: 'active',
          addresses: one.addresses,
          groups: one.groups,
        })
      expect(await conversations()).toMatchObject([{ closed_at: null }])
      const [again] = (await bed.admin.call('GET', `${contactsUrl}/${global.id}/history`)).json.changes
      expect(again.undoneAt).toBeDefined()
      expect(again.undoUntil).toBeUndefined()
      expect((await undo(global.id, changeId)).json.code).toBe('contact.undo-over')
      await make({ name: 'New one', phoneNumbers, ...personal(bed.ours.users.manager) })
    },
  )

  test('closing a contact’s conversations also closes those of contacts merged into it', async () => {
    const own = { phoneNumbers: ['+15550101004'], ...personal() }
    const first = await make({ name: 'First', ...own })
    await say('+15550101004')
    expect(await conversations()).toMatchObject([{ contact_id: first.id }])
    // Into one that is merged in turn.
    const second = await make({ name: 'Second', phoneNumbers: ['+15550101005'] })
    await change(second.id, { name: 'Second', phoneNumbers: ['+15550101005', '+15550101004'] })
    await change(second.id, { name: 'Second', phoneNumbers: ['+15550101005', '+15550101004'], ...personal() })
    const global = await make({ phoneNumbers: ['+15550101001'] })
    const both = ['+15550101001', '+15550101004']
    expect((await change(global.id, { phoneNumbers: both })).json.change.merges).toMatchObject([
      { from: { id: second.id } },
    ])
    bed.world.pass(60_000)
    expect((await conversations()).filter(({ closed_at }) => closed_at)).toEqual([])

    expect(await effectOf(global.id, personal(bed.ours.colleague))).toMatchObject({ conversations: 1 })
    expect(await effectOf(global.id, { phoneNumbers: ['+15550101004'] })).toMatchObject({ conversations: 0 })
    const phoneNumbers = ['+15550101001']
    expect(await effectOf(global.id, { phoneNumbers })).toMatchObject({
      conversations: 1,
      owners: [{ id: bed.ours.representative }],
    })
    const { id, closed } = (await change(global.id, { phoneNumbers })).json.change
    expect(closed).toBe(1)
    expect(await conversations()).toMatchObject([{ closed_reason: 'phone-number', contact_id: first.id }])
    expect((await undo(global.id, id)).status).toBe(200)
    expect(await conversations()).toMatchObject([{ closed_at: null }])
  })

  test('undoing a share level reopens the conversations it closed, unless it was changed again', async () => {
    const { id } = await make()
    await say('+15550101001')
    const confirmed = { mergeIds: [], conversations: 1 }
    const to = { ...personal(bed.ours.colleague), confirmed }
    const first = (await change(id, { expectedVersion: 1, ...to })).json.change
    expect((await conversations())[0]?.closed_reason).toBe('share-level')
    expect((await undo(id, first.id)).json).toMatchObject({ shareLevel: 'global' })
    expect((await conversations())[0]?.closed_at).toBeNull()

    const second = (await change(id, { expectedVersion: 3, ...to })).json.change
    expect((await change(id, { expectedVersion: 4 })).json.shareLevel).toBe('global')
    expect((await undo(id, second.id)).json.code).toBe('contact.undo-changed')
  })

  test('a number that was reassigned meanwhile stays with its new contact', async () => {
    const { id } = await make()
    await say('+15550101001')
    const phoneNumbers = ['+15550101003']
    const confirmed = { mergeIds: [], conversations: 1 }
    const { id: changeId } = (await change(id, { expectedVersion: 1, phoneNumbers, confirmed })).json.change
    await make({ name: 'Another client' })
    expect((await undo(id, changeId)).json).toMatchObject({
      code: 'contact.undo-taken',
      message: 'The phone number or address now belongs to another contact. Nothing was undone.',
    })
    expect((await bed.admin.call('GET', `${contactsUrl}/${id}`)).json.addresses).toMatchObject([
      { value: phoneNumbers[0] },
    ])
    const other = await make({ name: 'A third', phoneNumbers: ['+15550101008'] })
    expect((await undo(other.id, changeId)).status).toBe(404)
  })

  test('a global contact never takes the number of another', async () => {
    await make()
    const { id } = await make({ name: 'Other', phoneNumbers: ['+15550101005'] })
    expect((await change(id, { expectedVersion: 1 })).json.code).toBe('contact.duplicate-global')
    expect((await bed.admin.call('POST', `${contactsUrl}/${id}/effect`, draft())).json.code).toBe(
      'contact.duplicate-global',
    )
  })

  test('a hand-over merges contacts that the successor already knows, and moves the rest', async () => {
    const known = await make({ name: 'Known', ...personal() })
    const own = await make({ name: 'Own', ...personal(bed.ours.colleague) })
    const other = await make({ name: 'Other', phoneNumbers: ['+15550101006'], ...personal() })
    await within((tx) =>
      handOverContacts(tx, { from: bed.ours.representative, to: bed.ours.colleague }, bed.world.ctx.now()),
    )
    expect((await bed.admin.call('GET', `${contactsUrl}/${known.id}`)).json).toMatchObject({
      status: 'archived',
      mergedInto: { id: own.id },
    })
    expect((await bed.admin.call('GET', `${contactsUrl}/${other.id}`)).json.owner.id).toBe(bed.ours.colleague)
    const taken = await bed.admin.call(
      'POST',
      contactsUrl,
      draft({ phoneNumbers: ['+15550101006'], ...personal(bed.ours.colleague) }),
    )
    expect(taken.json.code).toBe('contact.duplicate-personal')
  })
})
