/** What the list of mails says of messages, to whom, and what the audit trail says about it. */
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { auditSentence } from '@verbatim/contract/audit-words.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import type { Caller } from '#testing/caller.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

/** The super administrator, who keeps the archiving and reads messages. Changed rights are read by then. */
async function signIn(): Promise<Caller> {
  on.world.pass(3_001)
  return on.world.as(on.tenant, on.tenant.users.super_admin)
}
const aboutsOf = async (reader: Caller) =>
  (await on.mails(reader)).map(({ about }: { about?: string }) => about)
const change = async (organization: object, who: Caller) =>
  expect((await who.call('PUT', '/bff/organizations', organization)).status).toBe(200)

test('the list has the subjects of messages, each only for readers with the message in their scope', async () => {
  await on.configure()
  await on.say('Five million by Friday')
  on.world.pass(1)
  // Its account has no owner, so the message is in no group.
  await on.world.deliver(on.tenant, {
    from: '+15550108889',
    channel: 'whatsapp',
    body: 'Six million by Monday',
  })
  await on.world.settle()
  expect(await aboutsOf(await signIn())).toEqual(['Five million by Friday', 'Six million by Monday'])

  const as = on.tenant.users.super_admin
  const { north } = on.tenant.profiles
  await inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
    sql`update permission_profile_member set profile_id = ${north} where user_id = ${as}`.execute(tx),
  )
  expect(await aboutsOf(await signIn())).toEqual(['Five million by Friday', undefined])
})

test('without a required purpose, the list has no words of messages', async () => {
  await on.configure()
  await on.say('Five million')
  const reader = await signIn()
  await change({ requiresPurpose: true }, reader)
  expect(await aboutsOf(reader)).toEqual([undefined])
  await reader.call('POST', '/bff/api/v1/purpose', { kind: 'supervision' })
  expect(await aboutsOf(reader)).toEqual(['Five million'])
})

test('under pseudonyms, the list has texts as they were written, and no name or address beside them', async () => {
  await on.configure()
  await on.say('Rita, five million')
  await change({ readsUnderPseudonyms: true }, await signIn())
  const reader = await signIn()
  const { json, text } = await reader.call('GET', `${on.url}/mails`)
  expect(json.items).toMatchObject([{ about: 'Rita, five million' }])
  for (const hidden of ['15550108888', '15550100001', 'Lund', 'Desk SMS', 'rep@'])
    expect(text).not.toContain(hidden)
})

test('each page that shows words of messages is in the audit trail, with how many messages it shows', async () => {
  await on.configure()
  const targetKey = await on.say('Five million')
  const edit = { channel: 'sms', targetKey, kind: 'edit', eventKey: 'e', body: 'Six million' } as const
  await on.happen({ ...edit, at: on.world.ctx.now() })
  await on.say('See you on Monday')
  const reader = await signIn()
  const list = (query: string) => reader.call('GET', `${on.url}/mails?sort=createdAt&${query}`)
  for (const query of ['limit=2', 'limit=2', 'limit=2&skip=2', 'filter=state[eq]:failed', 'about=false'])
    expect((await list(query)).status, query).toBe(200)
  const trail = '/audit/events?filter=eventType[eq]:messages_listed'
  const listed = (await reader.call('GET', trail)).json.items as AuditEvent[]
  expect(listed.map(({ counts }) => counts['found'])).toEqual([1, 1])
  const [first] = listed
  expect(first && auditSentence(first)).toBe(
    `super_admin ${on.tenant.label} listed messages shown in emails to the archive`,
  )
})

test('the list can be read without words of messages', async () => {
  await on.configure()
  await on.say('Five million')
  const reader = await signIn()
  const asked = async (about: string) => reader.call('GET', `${on.url}/mails?about=${about}`)
  expect((await asked('false')).json.items[0]).not.toHaveProperty('about')
  expect(await asked('no')).toMatchObject({ status: 400 })
})
