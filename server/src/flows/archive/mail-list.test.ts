/** What the list of mails says of messages, to whom, and what the audit trail says about it. */
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

test('the list says what messages are about, each only to readers whose scope it is in', async () => {
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

test('without a purpose, where one is required, the list says nothing of messages', async () => {
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
