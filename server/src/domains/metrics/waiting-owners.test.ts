/** For whom clients wait after an account has changed hands, and both its owners stay. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { AccountId, ConversationId, UserId } from '@verbatim/contract/ids.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { noOwner } from '@verbatim/contract/rows-of.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccounts } from '#domains/accounts/commands.ts'
import { noteFormerOwners } from '#domains/accounts/former-owners.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { findPeriods } from './period.ts'
import { findWaitingClients } from './waiting.ts'
import { findWaitingOwners } from './waiting-owners.ts'

const now = new Date('2026-10-30T12:00:00Z')
const own = '+15550101234'
const rita = UserId.parse(newId(now))
const sam = UserId.parse(newId(now))
const account = AccountId.parse(newId(now))
const everyone = { channels: [...channels], groupIds: 'all' as const }
const all = { limit: 50, skip: 0 }

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

/** A client asks through the account; and another one in a group, in which Rita also writes from her own phone. */
async function makeConversations(tx: TenantTx, ownerId: UserId | undefined): Promise<void> {
  for (const [id, name] of [
    [rita, 'Rita'],
    [sam, 'Sam'],
  ] as const)
    await sql`insert into tenant_user (id, email, email_key, first_name)
      values (${id}, ${`${name}@x.example`}, ${`${name}@x.example`}, ${name})`.execute(tx)
  await createAccounts(tx, [
    { id: account, channel: 'sms', name: 'A', address: own, ...(ownerId && { ownerId }) },
  ])
  const people = [[own], [own, '+15550105555']]
  for (const addresses of people) {
    const id = ConversationId.parse(newId(now))
    await sql`insert into conversation (id, channel, account_id, conversation_key, type, first_at, last_at)
      values (${id}, 'sms', ${account}, ${id}, 'group', ${now}, ${now})`.execute(tx)
    for (const address of [...addresses, '+15550109999']) {
      const user = address === own ? (ownerId ?? null) : address === '+15550105555' ? rita : null
      await sql`insert into participant (conversation_id, address, kind, user_id, first_at, last_at)
        values (${id}, ${address}, 'phone', ${user}, ${now}, ${now})`.execute(tx)
    }
    const posted_at = new Date(now.getTime() - 30 * hourMs)
    await insertMessages(tx, [{ conversation_id: id, category: 'question', posted_at }], now)
  }
}

async function give(tx: TenantTx, ownerId: UserId | null): Promise<void> {
  await noteFormerOwners(tx, [{ id: account, ownerId }], now)
  await tx.updateTable('channel_account').set({ owner_id: ownerId }).where('id', '=', account).execute()
}

async function waiting(tx: TenantTx): Promise<Record<string, number>> {
  const periods = await findPeriods(tx, {}, now)
  const { items } = await findWaitingOwners(tx, [everyone], periods, all)
  for (const { id = noOwner, waiting: rows } of items) {
    const clients = await findWaitingClients(tx, [everyone], periods, { ...all, owner: id })
    expect(clients.total).toBe(rows)
  }
  return Object.fromEntries(items.map(({ id = noOwner, waiting: rows }) => [id, rows]))
}

test('a client waits for the owner of now, and not for the one from before who is still here', async () => {
  const tenantId = await makeOrganization(database.db, now)
  await inTenant(database.db, tenantId, async (tx) => {
    await makeConversations(tx, rita)
    expect(await waiting(tx)).toEqual({ [rita]: 2 })
    await give(tx, sam)
    expect(await waiting(tx)).toEqual({ [sam]: 2, [rita]: 1 })
    await give(tx, null)
    expect(await waiting(tx)).toEqual({ [rita]: 1, [noOwner]: 1 })
  })
})

test('a client who wrote to an account of no one waits for its first owner', async () => {
  const tenantId = await makeOrganization(database.db, now)
  await inTenant(database.db, tenantId, async (tx) => {
    await makeConversations(tx, undefined)
    expect(await waiting(tx)).toEqual({ [rita]: 1, [noOwner]: 1 })
    await give(tx, sam)
    expect(await waiting(tx)).toEqual({ [sam]: 2, [rita]: 1 })
  })
})

test('the title of a waiting client leaves out the representatives beside it, unless there are no other people', async () => {
  const tenantId = await makeOrganization(database.db, now)
  await inTenant(database.db, tenantId, async (tx) => {
    await makeConversations(tx, rita)
    const periods = await findPeriods(tx, {}, now)
    const rows = async () =>
      (await findWaitingClients(tx, [everyone], periods, all)).items.map(({ title, representatives }) => [
        title,
        ...representatives.map(({ name }) => name),
      ])
    expect(await rows()).toEqual(Array(2).fill(['+15550109999', 'Rita']))
    await sql`update tenant_user set enabled = false where id = ${rita}`.execute(tx)
    expect(await rows()).toEqual(expect.arrayContaining([['+15550109999, Rita']]))
    await sql`update tenant_user set enabled = true where id = ${rita}`.execute(tx)
    await sql`update participant set user_id = ${rita} where user_id is null`.execute(tx)
    expect(await rows()).toEqual(expect.arrayContaining([['Rita, Rita', 'Rita']]))
  })
})
