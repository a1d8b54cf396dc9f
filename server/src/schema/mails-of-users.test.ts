/** A home of before this release, where users lack the mail addresses that contacts had. */
import { ContactId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { releaseSchema } from '#release-schema.ts'
import { openTestDatabase } from '#testing/database.ts'
import { openWorld } from '#testing/world.ts'

test('users get their mail addresses back from contacts, and those that were no one’s', async () => {
  await using database = { ...(await openTestDatabase()), [Symbol.asyncDispose]: () => database.close() }
  await using world = await openWorld(database.url)
  const tenant = await world.makeTenant('before')
  const other = await world.makeTenant('elsewhere')
  const [now, ids] = [world.ctx.now(), [1, 2, 3].map(() => ContactId.parse(newId(world.ctx.now())))]
  const [shared, emptied, own] = ids as [ContactId, ContactId, ContactId]
  const [reps, colleagues, analysts] = ['rep', 'colleague', 'analyst'].map(
    (name) => `${name}@before.example`,
  ) as [string, string, string]
  const inside = <T>(work: Parameters<typeof inTenant<T>>[2], id = tenant.id) =>
    inTenant(world.ctx.db, id, work)
  await inside(async (tx) => {
    await sql`delete from address where value = any(${[reps, colleagues, analysts]}::text[])`.execute(tx)
    const groupIds = [tenant.groups.north]
    await createContacts(
      tx,
      [
        { id: shared, name: 'Rita', addresses: [reps, '+15550177009', 'r@client.example'], groupIds },
        { id: emptied, name: 'Sam', addresses: [colleagues], groupIds },
        {
          id: own,
          name: 'Rita too',
          shareLevel: 'personal',
          ownerId: tenant.colleague,
          addresses: [reps, '+15550177010'],
          groupIds,
        },
      ],
      now,
    )
  })
  // A contact elsewhere with the same address stays as it is.
  const strange = ContactId.parse(newId(now))
  await inside((tx) => createContacts(tx, [{ id: strange, name: 'Rita', addresses: [reps] }], now), other.id)

  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const { migrations } = await releaseSchema()
  for (const { name, text } of migrations) if (/^20261210T03[0-5]0-mails-/.test(name)) await owner.query(text)
  await owner.end()

  const holders = (id = tenant.id) =>
    inside(
      (tx) =>
        tx
          .selectFrom('address')
          .select(['value', 'user_id', 'contact_id'])
          .where('value', 'in', [reps, colleagues, analysts, '+15550177009', '+15550177010'])
          .orderBy('value')
          .execute(),
      id,
    )
  expect(await holders()).toEqual([
    { value: '+15550177009', user_id: null, contact_id: shared },
    { value: '+15550177010', user_id: null, contact_id: own },
    { value: analysts, user_id: tenant.users.analyst, contact_id: null },
    { value: colleagues, user_id: tenant.colleague, contact_id: null },
    { value: reps, user_id: tenant.representative, contact_id: null },
  ])
  expect(await holders(other.id)).toEqual([{ value: reps, user_id: null, contact_id: strange }])
  const contacts = await inside((tx) =>
    tx
      .selectFrom('contact')
      .select(['id', 'version', 'search_text', sql<boolean>`archived_at is not null`.as('archived')])
      .orderBy('name')
      .execute(),
  )
  expect(contacts).toEqual([
    { id: shared, version: 2, search_text: 'Rita +15550177009 r@client.example', archived: false },
    { id: own, version: 2, search_text: 'Rita too +15550177010', archived: false },
    { id: emptied, version: 2, search_text: 'Sam', archived: true },
  ])
  const ended = await inside((tx) =>
    tx
      .selectFrom('contact_identity')
      .select(['contact_id', 'value'])
      .where('until', 'is not', null)
      .orderBy('value')
      .orderBy('contact_id')
      .execute(),
  )
  expect(ended).toEqual([
    { contact_id: emptied, value: colleagues },
    ...[shared, own].toSorted().map((contact_id) => ({ contact_id, value: reps })),
  ])
})
