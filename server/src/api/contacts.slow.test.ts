import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { contactsUrl, useContacts } from '#testing/contacts.ts'

const { bed, draft, make, personal, change, within, audited, conversations, say } = useContacts()

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
      groups: [{ id: bed.ours.groups.north }],
      status: 'active',
      version: 1,
    })
    for (const search of ['marsh', '0101001', 'client.ex', 'phoneNumberName:cleo']) {
      const { json } = await bed.admin.call('GET', `${contactsUrl}?search=${encodeURIComponent(search)}`)
      expect(json, search).toMatchObject({ total: 1, items: [made] })
    }
    expect(
      (await bed.admin.call('GET', `${contactsUrl}?filter=groupId:${bed.ours.groups.south}`)).json.total,
    ).toBe(0)
    expect(
      (await bed.admin.call('GET', `${contactsUrl}?filter=groupId:${bed.ours.groups.north},shareType:global`))
        .json.total,
    ).toBe(1)
    expect(await audited()).toMatchObject([
      { type: 'messenger_conversation_group_members_updated', target_name: 'North' },
      { type: 'contact_created', target_name: 'Cleo Marsh' },
    ])
  })

  test('a number has one global contact, and one personal contact for each user', async () => {
    await make()
    const again = await bed.admin.call(
      'POST',
      contactsUrl,
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
    await make(personal(bed.ours.colleague))
    const third = await bed.admin.call('POST', contactsUrl, draft(personal()))
    expect(third).toMatchObject({
      status: 409,
      json: {
        code: 'contact.duplicate-personal',
        message: 'This user already has a personal contact with this phone number or address.',
      },
    })
  })

  test('if fifty users add the same number at once, one succeeds', { tags: ['whole'] }, async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bed.admin.call('POST', contactsUrl, draft())),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 'contact.duplicate-global')).toHaveLength(49)
  })

  test.each([
    ['no group', { groupIds: [] }, 'request.invalid'],
    ['no number and no address', { phoneNumbers: [] }, 'request.invalid'],
    ['a number of one digit', { phoneNumbers: ['5'] }, 'request.invalid'],
    ['a number that no country has', { phoneNumbers: ['+1 555'] }, 'contact.bad-phone'],
    ['a personal contact without an owner', { shareLevel: 'personal' }, 'request.invalid'],
    [
      'a group that is not there',
      { groupIds: ['00000000-0000-7000-8000-000000000001'] },
      'contact.unknown-group',
    ],
    ['a blank name', { name: ' \u200b ' }, 'request.invalid'],
  ])('%s is refused', async (_, wrong, code) => {
    const { status, json } = await bed.admin.call('POST', contactsUrl, draft(wrong))
    expect([status, json.code]).toEqual([400, code])
  })

  test('the share level needs its own permission', async () => {
    const { id } = await make()
    await within((tx) =>
      sql`update permission_profile set permissions = array['contacts.view', 'contacts.manage']
        where id = ${bed.ours.profiles.everything}`.execute(tx),
    )
    bed.world.pass(6_000)
    bed.admin = await bed.world.as(bed.ours, bed.ours.users.analyst)
    const refused = await change(id, { expectedVersion: 1, ...personal() })
    expect(refused.status).toBe(403)
    const shown = await bed.admin.call('POST', `${contactsUrl}/${id}/effect`, draft(personal()))
    expect(shown.json).toMatchObject({
      code: 'access.denied',
      details: { permission: 'contacts.change_share_level' },
    })
    expect((await change(id, { expectedVersion: 1, name: 'Cleo M.' })).status).toBe(200)
  })

  test('a removed contact is archived: not listed, not recognized, but still named in old messages', async () => {
    const { id } = await make()
    await say('+15550101001')
    expect((await bed.admin.call('DELETE', `${contactsUrl}/${id}?expectedVersion=9`)).json.code).toBe(
      'contact.changed',
    )
    expect((await bed.admin.call('DELETE', `${contactsUrl}/${id}?expectedVersion=1`)).status).toBe(200)
    expect((await bed.admin.call('GET', contactsUrl)).json.total).toBe(0)
    expect((await bed.admin.call('GET', `${contactsUrl}?filter=status:archived`)).json.items).toMatchObject([
      { id, status: 'archived' },
    ])
    await say('+15550101001', 'again', 'whatsapp')
    expect((await conversations()).map(({ contact_id }) => contact_id)).toEqual(
      expect.arrayContaining([id, null]),
    )
    await make({ name: 'Someone new' })
  })
})

describe('the people that an address identifies', () => {
  test('are the personal contact of the account’s owner, or else the global one', async () => {
    const shared = await make()
    await say('+15550101001', 'to Rita', 'sms')
    const own = await make({ name: 'Cleo (mine)', ...personal() })
    await make({ name: 'Cleo (Sam’s)', ...personal(bed.ours.colleague) })
    await say('+15550101001', 'to the desk', 'whatsapp')
    await say('+15550101002', 'unknown')
    const authors = await within((tx) =>
      tx.selectFrom('message').select(['body', 'author_contact_id']).orderBy('captured_at').execute(),
    )
    expect(authors).toContainEqual({ body: 'to Rita', author_contact_id: shared.id })
    expect(authors).toContainEqual({ body: 'to the desk', author_contact_id: shared.id })
    expect(authors).toContainEqual({ body: 'unknown', author_contact_id: null })
    await say('+15550101001', 'to Rita again')
    const [last] = await within((tx) =>
      tx.selectFrom('message').select('author_contact_id').where('body', '=', 'to Rita again').execute(),
    )
    expect(last?.author_contact_id).toBe(own.id)
  })
})

describe('pictures', () => {
  const octets = { 'content-type': 'application/octet-stream' }
  const upload = async (id: string, bytes: Buffer) =>
    (
      await bed.world.app.inject({
        method: 'PUT',
        url: `${contactsUrl}/${id}/avatar`,
        headers: {
          ...octets,
          host: `${bed.ours.label}.verbatim.localhost:3000`,
          authorization: `Bearer ${bed.admin.token}`,
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
    const served = await bed.world.app.inject({
      url: `${contactsUrl}/${id}/avatar`,
      headers: {
        host: `${bed.ours.label}.verbatim.localhost:3000`,
        authorization: `Bearer ${bed.admin.token}`,
      },
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
