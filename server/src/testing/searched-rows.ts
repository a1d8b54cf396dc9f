/** Rows besides messages that a search of messages reads. */
import { readingStates } from '@verbatim/contract/attachments.ts'
import { channels } from '@verbatim/contract/channels.ts'
import {
  type AccountId,
  AttachmentId,
  type ContactId,
  type ConversationId,
  type GroupId,
  type MessageId,
  type PermissionProfileId,
  type SubthemeId,
  type ThemeId,
  type UserId,
} from '@verbatim/contract/ids.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { insertSubthemes, insertThemes } from './themes.ts'

/** Files in every state; a message has one or two. */
export async function insertFiles(tx: TenantTx, messageIds: readonly MessageId[], now: Date): Promise<void> {
  for (const [at, message_id] of messageIds.entries())
    for (let ordinal = 0; ordinal <= at % 2; ordinal += 1)
      await tx
        .insertInto('attachment')
        .values({
          id: AttachmentId.parse(newId(now)),
          message_id,
          ordinal,
          state: at % 5 === 0 ? 'pending' : 'stored',
          reading: readingStates[(at + ordinal) % readingStates.length]!,
        })
        .execute()
}

/** The groups, and profiles of all of them and of some; the third profile grants nothing. */
export async function insertGrants(
  tx: TenantTx,
  groups: readonly GroupId[],
  profiles: readonly PermissionProfileId[],
): Promise<void> {
  for (const [at, id] of groups.entries())
    await tx
      .insertInto('conversation_group')
      .values({ id, name: `Group ${at}`, name_key: `group ${at}` })
      .execute()
  const grants = [
    { channels: channels.slice(0, 2), groupIds: 'all' as const },
    { channels: [...channels], groupIds: groups.slice(0, 2) },
    { channels: channels.slice(0, 1), groupIds: [] },
  ]
  await createProfiles(
    tx,
    grants.map((grant, at) => ({ ...grant, id: profiles[at]!, name: `Profile ${at}` })),
  )
}

/** Users and their accounts; accounts beyond the last user have no owner. */
export async function insertAccounts(
  tx: TenantTx,
  owners: readonly UserId[],
  accounts: readonly AccountId[],
): Promise<void> {
  for (const [i, id] of owners.entries())
    await tx
      .insertInto('tenant_user')
      .values({ id, email: `${i}@x.example`, email_key: `${i}@x.example` })
      .execute()
  for (const [i, id] of accounts.entries())
    await tx
      .insertInto('channel_account')
      .values({
        id,
        channel: 'sms',
        name: 'a',
        address: `${i}`,
        owner_id: owners[i] ?? null,
        secrets: null,
      })
      .execute()
}

/** Two themes, each of a third of the messages. */
export async function insertThemed(
  tx: TenantTx,
  ids: readonly MessageId[],
  now: Date,
): Promise<{ themes: ThemeId[]; subthemes: SubthemeId[] }> {
  const ofTheme = (theme: number) => ids.filter((_, at) => at % 3 === theme)
  const given = ['Invoices', 'Deliveries'].map((name, at) => ({ name, messageIds: ofTheme(at) }))
  const themes = await insertThemes(tx, given, now)
  const [invoices] = themes
  if (!invoices) throw new Error('Two themes were given')
  const parts = ['Reminders', 'Rent'].map((name, at) => ({
    name,
    messageIds: ofTheme(0).filter((_, number) => number % 3 === at),
  }))
  return { themes, subthemes: await insertSubthemes(tx, invoices, parts, now) }
}

/** The members of conversations, each for a few weeks of its own: representatives, contacts, and a stranger at the last address. */
export async function insertPeople(
  tx: TenantTx,
  given: {
    readonly conversations: readonly ConversationId[]
    readonly addresses: readonly string[]
    readonly owners: readonly UserId[]
    readonly contacts: readonly ContactId[]
  },
): Promise<void> {
  const { conversations, addresses, owners, contacts } = given
  for (const [number, conversation_id] of conversations.entries())
    for (const [at, address] of addresses.entries())
      await tx
        .insertInto('participant')
        .values({
          conversation_id,
          address,
          kind: 'phone',
          user_id: at === 0 ? (owners[number] ?? null) : null,
          contact_id: at > 0 ? (contacts[at - 1] ?? null) : null,
          first_at: new Date(Date.UTC(2026, 0, 1 + 20 * at)),
          last_at: new Date(Date.UTC(2026, 0, 31 + 20 * at)),
        })
        .execute()
}
