import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { handOverContacts } from '#domains/contacts/hand-over.ts'
import { inTenant } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const path = '/messenger/api/v1/contacts'

let world: World
let ours: WorldTenant
let admin: Caller
useTenants('ours', async (made, opened) => {
  world = opened
  ours = made
  admin = await world.as(ours, ours.users.tenant_admin)
})

const draft = (change: object = {}) => ({
  name: 'Cleo Marsh',
  phoneNumbers: ['+1 555 010 1001'],
  emails: [],
  shareLevel: 'global',
  groupIds: [ours.groups.north],
  ...change,
})
const make = async (change: object = {}) => {
  const { status, json } = await admin.call('POST', path, draft(change))
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const personal = (ownerId: string = ours.representative) => ({ shareLevel: 'personal', ownerId })
const effectOf = async (id: string, change: object) =>
  (await admin.call('POST', `${path}/${id}/effect`, draft(change))).json
const change = (id: string, to: object) => admin.call('PUT', `${path}/${id}`, { ...draft(to), ...to })
const undo = (id: string, changeId: string) => admin.call('POST', `${path}/${id}/changes/${changeId}/undo`)
const within = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, ours.id, work)
const audited = () =>
  within((tx) =>
    tx
      .selectFrom('audit_event')
      .select(['type', 'target_name', 'changes'])
      .where('type', 'not like', '%listed')
      .orderBy('id')
      .execute(),
  )
const conversations = () =>
  within((tx) =>
    tx
      .selectFrom('conversation')
      .innerJoin('participant', (join) => join.onRef('participant.conversation_id', '=', 'conversation.id'))
      .where('participant.address', 'like', '+155501010%')
      .where('participant.user_id', 'is', null)
      .select([
        'conversation.closed_at',
        'conversation.closed_reason',
        'participant.address',
        'participant.contact_id',
      ])
      .orderBy('participant.address')
      .execute(),
  )
const say = async (from: string, body = 'hello', channel: 'sms' | 'whatsapp' = 'sms') => {
  expect(await world.deliver(ours, { from, body, channel })).toBeLessThan(300)
  await world.settle()
}

describe('keeping contacts', () => {
  test('a contact is created with a normalized number, found by name, number and address, and audited', async () => {
    const made = await make({ emails: ['Cleo@Client.example'] })
    expect(made).toMatchObject({
      name: 'Cleo Marsh',
      shareLevel: 'global',
      addresses: [
        { kind: 'phone', value: '+15550101001' },
        { kind: 'email', value: 'cleo@client.example' },
      ],
      groups: [{ id: ours.groups.north }],
      status: 'active',
      version: 1,
    })
    for (const search of ['marsh', '0101001', 'client.ex', 'phoneNumberName:cleo']) {
      const { json } = await admin.call('GET', `${path}?search=${encodeURIComponent(search)}`)
      expect(json, search).toMatchObject({ total: 1, items: [made] })
    }
    expect((await admin.call('GET', `${path}?filter=groupId:${ours.groups.south}`)).json.total).toBe(0)
    expect(
      (await admin.call('GET', `${path}?filter=groupId:${ours.groups.north},shareType:global`)).json.total,
    ).toBe(1)
    expect(await audited()).toMatchObject([
      { type: 'messenger_conversation_group_members_updated', target_name: 'North' },
      { type: 'contact_created', target_name: 'Cleo Marsh' },
    ])
  })

  test('a number has one global contact, and one personal contact for each user', async () => {
    await make()
    const again = await admin.call(
      'POST',
      path,
      draft({ name: 'Cleo again', phoneNumbers: ['+15550101001'] }),
    )
    expect(again).toMatchObject({
      status: 409,
      json: {
        code: 'contact.duplicate-global',
        message: 'A global contact with this phone number or address already exists.',
      },
    })
    await make(personal())
    await make(personal(ours.colleague))
    const third = await admin.call('POST', path, draft(personal()))
    expect(third).toMatchObject({
      status: 409,
      json: {
        code: 'contact.duplicate-personal',
        message: 'This user already has a personal contact with this phone number or address.',
      },
    })
  })

  test('if fifty users add the same number at once, one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => admin.call('POST', path, draft())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 'contact.duplicate-global')).toHaveLength(49)
  })

  test.each([
    ['no group', { groupIds: [] }, 'request.invalid'],
    ['no number and no address', { phoneNumbers: [] }, 'request.invalid'],
    ['a number of one digit', { phoneNumbers: ['5'] }, 'request.invalid'],
    ['a number that no country has', { phoneNumbers: ['+1 555'] }, 'contact.bad-phone'],
    ['a personal contact of nobody', { shareLevel: 'personal' }, 'request.invalid'],
    [
      'a group that is not there',
      { groupIds: ['00000000-0000-7000-8000-000000000001'] },
      'contact.unknown-group',
    ],
    ['a blank name', { name: ' \u200b ' }, 'request.invalid'],
  ])('%s is refused', async (_, wrong, code) => {
    const { status, json } = await admin.call('POST', path, draft(wrong))
    expect([status, json.code]).toEqual([400, code])
  })

  test('the share level needs its own permission', async () => {
    const { id } = await make()
    await within((tx) =>
      sql`update permission_profile set permissions = array['contacts.view', 'contacts.manage']
        where id = ${ours.profiles.everything}`.execute(tx),
    )
    world.pass(6_000)
    admin = await world.as(ours, ours.users.analyst)
    const refused = await change(id, { expectedVersion: 1, ...personal() })
    expect(refused.status).toBe(403)
    const shown = await admin.call('POST', `${path}/${id}/effect`, draft(personal()))
    expect(shown.json).toMatchObject({
      code: 'access.denied',
      details: { permission: 'contacts.change_share_level' },
    })
    expect((await change(id, { expectedVersion: 1, name: 'Cleo M.' })).status).toBe(200)
  })

  test('a removed contact is archived: not listed, not recognized, but still named in old messages', async () => {
    const { id } = await make()
    await say('+15550101001')
    expect((await admin.call('DELETE', `${path}/${id}?expectedVersion=9`)).json.code).toBe('contact.changed')
    expect((await admin.call('DELETE', `${path}/${id}?expectedVersion=1`)).status).toBe(200)
    expect((await admin.call('GET', path)).json.total).toBe(0)
    expect((await admin.call('GET', `${path}?filter=status:archived`)).json.items).toMatchObject([
      { id, status: 'archived' },
    ])
    await say('+15550101001', 'again', 'whatsapp')
    expect((await conversations()).map(({ contact_id }) => contact_id)).toEqual(
      expect.arrayContaining([id, null]),
    )
    await make({ name: 'Somebody new' })
  })
})

describe('the people that an address identifies', () => {
  test('are the personal contact of the account’s owner, or else the global one', async () => {
    const shared = await make()
    await say('+15550101001', 'to Rita', 'sms')
    const own = await make({ name: 'Cleo (mine)', ...personal() })
    await make({ name: 'Cleo (Sam’s)', ...personal(ours.colleague) })
    await say('+15550101001', 'to the desk', 'whatsapp')
    await say('+15550101002', 'nobody')
    const authors = await within((tx) =>
      tx.selectFrom('message').select(['body', 'author_contact_id']).orderBy('captured_at').execute(),
    )
    expect(authors).toContainEqual({ body: 'to Rita', author_contact_id: shared.id })
    expect(authors).toContainEqual({ body: 'to the desk', author_contact_id: shared.id })
    expect(authors).toContainEqual({ body: 'nobody', author_contact_id: null })
    await say('+15550101001', 'to Rita again')
    const [last] = await within((tx) =>
      tx.selectFrom('message').select('author_contact_id').where('body', '=', 'to Rita again').execute(),
    )
    expect(last?.author_contact_id).toBe(own.id)
  })
})

describe('the consequences of a change', () => {
  test('another share level closes conversations, after that was shown; later messages reopen them', async () => {
    const { id } = await make()
    await say('+15550101001')
    await say('+15550101001', 'hello', 'whatsapp')
    const seen = await effectOf(id, personal())
    expect(seen).toMatchObject({ conversations: 1, merged: [], sample: [{ with: expect.any(String) }] })
    const unasked = await change(id, { expectedVersion: 1, ...personal() })
    expect(unasked.json.code).toBe('contact.has-effect')
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
    const { items } = (await admin.call('GET', '/bff/api/v1/messages')).json
    const conversationOf = async (channel: string) => {
      const { conversationId } = items.find((message: { channel: string }) => message.channel === channel)
      return (await admin.call('GET', `/bff/conversations/${conversationId}`)).json
    }
    expect((await conversationOf('whatsapp')).closed).toMatchObject({ reason: 'share-level' })
    expect((await conversationOf('sms')).closed).toBeUndefined()
    world.pass(60_000)
    await say('+15550101001', 'still here', 'whatsapp')
    expect((await conversations()).filter(({ closed_at }) => closed_at)).toEqual([])
  })

  test('another number closes the contact’s conversations and keeps the old number in its history', async () => {
    const { id } = await make()
    await say('+15550101001')
    const phoneNumbers = ['+15550101003']
    expect(await effectOf(id, { phoneNumbers })).toMatchObject({
      conversations: 1,
      owners: [{ id: ours.representative }],
    })
    const confirmed = { mergeIds: [], conversations: 1 }
    expect((await change(id, { expectedVersion: 1, phoneNumbers, confirmed })).status).toBe(200)
    expect(await conversations()).toMatchObject([
      { closed_reason: 'phone-number', address: '+15550101001', contact_id: id },
    ])
    const { identities } = (await admin.call('GET', `${path}/${id}/history`)).json
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
      groupIds: [ours.groups.south],
      ...personal(),
    })
    await say('+15550101009')
    const seen = await effectOf(own.id, { ...personal(), groupIds: [ours.groups.south] })
    expect(seen).toMatchObject({ conversations: 1, mergeInto: { id: global.id, name: 'Cleo Marsh' } })
    const confirmed = { mergeIds: [global.id], conversations: 1 }
    const merged = await change(own.id, { expectedVersion: 1, name: 'Cleo M', ...personal(), confirmed })
    expect(merged).toMatchObject({ status: 200, json: { id: global.id, change: { closed: 1 } } })
    expect(merged.json.addresses.map(({ value }: { value: string }) => value)).toEqual([
      '+15550101001',
      '+15550101009',
    ])
    expect(merged.json.groups).toHaveLength(2)
    expect((await admin.call('GET', `${path}/${own.id}`)).json).toMatchObject({
      status: 'archived',
      mergedInto: { id: global.id },
    })
    expect(await conversations()).toMatchObject([{ contact_id: own.id }]) // captured messages are never rewritten
    const { identities } = (await admin.call('GET', `${path}/${global.id}/history`)).json
    expect(identities).toContainEqual(expect.objectContaining({ cameFrom: { id: own.id, name: 'Cleo M' } }))

    const changeId = merged.json.change.id as string
    world.pass(23 * 3_600_000)
    admin = await world.as(ours, ours.users.tenant_admin)
    const undone = await undo(global.id, changeId)
    expect(undone).toMatchObject({
      status: 200,
      json: { id: own.id, status: 'active', addresses: [{ value: '+15550101009' }] },
    })
    const restored = (await admin.call('GET', `${path}/${global.id}`)).json
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
    await make({ name: 'Somebody else', ...numbered })
    expect((await undo(global.id, first)).json.code).toBe('contact.undo-taken')
    world.pass(25 * 3_600_000)
    admin = await world.as(ours, ours.users.tenant_admin)
    expect((await undo(global.id, first)).json.code).toBe('contact.undo-over')
  })

  test('a global contact that gets a number absorbs the personal contacts with it, and all of it is undone together', async () => {
    const global = await make()
    await say('+15550101001')
    const phoneNumbers = ['+15550101004']
    const mine = await make({ name: 'Mine', phoneNumbers, ...personal() })
    const both = { phoneNumbers: ['+15550101004', '+15550101005'], ...personal(ours.colleague) }
    const theirs = await make({ name: 'Theirs', ...both, groupIds: [ours.groups.south] })
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
    expect((await admin.call('GET', `${path}/${mine.id}/history`)).json.changes).toMatchObject([
      { id: changeId, undoUntil: expect.any(String) },
    ])
    expect((await undo(mine.id, changeId)).json).toMatchObject({
      id: global.id,
      name: 'Cleo',
      addresses: global.addresses,
      groups: global.groups,
    })
    for (const one of [mine, theirs])
      expect((await admin.call('GET', `${path}/${one.id}`)).json).toMatchObject({
        status: 'active',
        addresses: one.addresses,
        groups: one.groups,
      })
    expect(await conversations()).toMatchObject([{ closed_at: null }])
    const [again] = (await admin.call('GET', `${path}/${global.id}/history`)).json.changes
    expect(again.undoneAt).toBeDefined()
    expect(again.undoUntil).toBeUndefined()
    expect((await undo(global.id, changeId)).json.code).toBe('contact.undo-over')
    await make({ name: 'New one', phoneNumbers, ...personal(ours.users.manager) })
  })

  test('undoing a share level reopens the conversations it closed, unless it was changed again', async () => {
    const { id } = await make()
    await say('+15550101001')
    const confirmed = { mergeIds: [], conversations: 1 }
    const to = { ...personal(ours.colleague), confirmed }
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
    await make({ name: 'Somebody else' })
    expect((await undo(id, changeId)).json).toMatchObject({
      code: 'contact.undo-taken',
      message: 'The phone number or address now belongs to another contact. Nothing was undone.',
    })
    expect((await admin.call('GET', `${path}/${id}`)).json.addresses).toMatchObject([
      { value: phoneNumbers[0] },
    ])
    const other = await make({ name: 'A third', phoneNumbers: ['+15550101008'] })
    expect((await undo(other.id, changeId)).status).toBe(404)
  })

  test('a global contact never takes the number of another', async () => {
    await make()
    const { id } = await make({ name: 'Other', phoneNumbers: ['+15550101005'] })
    expect((await change(id, { expectedVersion: 1 })).json.code).toBe('contact.duplicate-global')
    expect((await admin.call('POST', `${path}/${id}/effect`, draft())).json.code).toBe(
      'contact.duplicate-global',
    )
  })

  test('a hand-over merges contacts that the successor already knows, and moves the rest', async () => {
    const known = await make({ name: 'Known', ...personal() })
    const own = await make({ name: 'Own', ...personal(ours.colleague) })
    const other = await make({ name: 'Other', phoneNumbers: ['+15550101006'], ...personal() })
    await within((tx) =>
      handOverContacts(tx, { from: ours.representative, to: ours.colleague }, world.ctx.now()),
    )
    expect((await admin.call('GET', `${path}/${known.id}`)).json).toMatchObject({
      status: 'archived',
      mergedInto: { id: own.id },
    })
    expect((await admin.call('GET', `${path}/${other.id}`)).json.owner.id).toBe(ours.colleague)
    const taken = await admin.call(
      'POST',
      path,
      draft({ phoneNumbers: ['+15550101006'], ...personal(ours.colleague) }),
    )
    expect(taken.json.code).toBe('contact.duplicate-personal')
  })
})

describe('pictures', () => {
  const octets = { 'content-type': 'application/octet-stream' }
  const upload = async (id: string, bytes: Buffer) =>
    (
      await world.app.inject({
        method: 'PUT',
        url: `${path}/${id}/avatar`,
        headers: {
          ...octets,
          host: `${ours.label}.verbatim.localhost:3000`,
          authorization: `Bearer ${admin.token}`,
        },
        payload: bytes,
      })
    ).json()

  test('every picture is redrawn, square and small', async () => {
    const { id } = await make()
    const image = sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } })
    const { avatar } = await upload(
      id,
      await image
        .withExif({ IFD0: { Copyright: 'secret' } })
        .jpeg()
        .toBuffer(),
    )
    expect(avatar).toMatch(/^[0-9a-f]{32}$/)
    const served = await world.app.inject({
      url: `${path}/${id}/avatar`,
      headers: { host: `${ours.label}.verbatim.localhost:3000`, authorization: `Bearer ${admin.token}` },
    })
    expect(served.headers['content-type']).toBe('image/webp')
    const { width, height, exif } = await sharp(served.rawPayload).metadata()
    expect([width, height, exif]).toEqual([256, 256, undefined])
  })

  test.each([
    ['a drawing that runs scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['a page', '<!doctype html><p>hi'],
    ['nothing', ''],
    ['half a picture', '\x89PNG\r\n\x1a\n half'],
  ])('%s is refused', async (_, bytes) => {
    const { id } = await make()
    expect((await upload(id, Buffer.from(bytes, 'latin1'))).code).toBe('contact.bad-avatar')
  })
})
