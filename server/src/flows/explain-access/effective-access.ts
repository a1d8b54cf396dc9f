import type { EffectiveAccess } from '@verbatim/contract/effective-access.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import type { GroupId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import {
  explainMessage,
  explainPermissions,
  explainReach,
  type Subject,
} from '#domains/permissions/explain.ts'
import { explainMessenger, explainTies, type Representative } from '#domains/permissions/explain-messenger.ts'
import { findProfilesOf } from '#domains/permissions/profile-queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { reaches } from '#access/explain.ts'
import { withinScope } from '#access/scope-sql.ts'
import { findGroupsOf, findTies } from './messenger-ties.ts'

/**
 * What `userId` can see and do, and why; for a message within the caller's own `scope`, whether and why they see it.
 * @throws Failure `user.not-found`, `message.not-found`
 */
export async function findEffectiveAccess(
  tx: TenantTx,
  scope: AccessScope,
  { userId, messageId }: { readonly userId: UserId; readonly messageId?: MessageId | undefined },
): Promise<EffectiveAccess> {
  const user = await tx
    .selectFrom('tenant_user')
    .select(['id', 'display_name', 'email', 'role', 'messenger_role', 'enabled', 'removed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new Failure('user.not-found'))
  const profiles = await findProfilesOf(tx, userId)
  const message = messageId && (await requireCell(tx, scope, messageId))
  const groupNames = await findNames(tx, [
    ...(message?.groupIds ?? []),
    ...profiles.flatMap(({ groupIds }) => (groupIds === 'all' ? [] : groupIds)),
  ])
  const named = (ids: readonly GroupId[]): GroupEntry[] =>
    ids.map((id) => ({ id, name: groupNames.get(id) ?? 'a deleted group' }))
  const { role, email, enabled, messenger_role: messengerRole } = user
  const subject: Subject = {
    name: user.display_name,
    role,
    enabled,
    removed: user.removed_at !== null,
    profiles,
  }
  const seen = message && { channel: message.channel, groups: named(message.groupIds) }
  return {
    user: { id: user.id, name: user.display_name, email, role, enabled: enabled && !subject.removed },
    ...(seen && messageId && { message: { id: messageId, ...seen } }),
    ...explained(seen ? explainMessage(subject, seen) : explainReach(subject)),
    ...(messengerRole !== 'none' && {
      messenger: await inMessenger(tx, { ...subject, id: userId, messengerRole }, messageId),
    }),
    profiles: profiles.map((profile) => ({
      id: profile.id,
      name: profile.name,
      channels: [...profile.channels],
      allGroups: profile.groupIds === 'all',
      groups: profile.groupIds === 'all' ? [] : named(profile.groupIds),
      ...(seen && { reaches: reaches(profile, seen) }),
    })),
    permissions: explainPermissions(subject),
  }
}

/** What the user reads in the messenger; a requested message is within the caller's scope here. */
async function inMessenger(
  tx: TenantTx,
  person: Omit<Representative, 'groups'> & { readonly id: UserId },
  messageId: MessageId | undefined,
): Promise<EffectiveAccess['messenger']> {
  const whose = { ...person, groups: await findGroupsOf(tx, person.id) }
  const explanation = messageId
    ? explainTies(whose, await findTies(tx, person.id, messageId))
    : explainMessenger(whose)
  return { role: person.messengerRole, ...explained(explanation) }
}

const explained = <T extends { readonly findings: readonly unknown[] }>(explanation: T) => ({
  ...explanation,
  findings: [...explanation.findings] as EffectiveAccess['findings'],
})

async function requireCell(tx: TenantTx, scope: AccessScope, id: MessageId) {
  const row = await tx
    .selectFrom('message')
    .select(['channel', 'group_ids'])
    .where('id', '=', id)
    .where(withinScope(scope, 'message'))
    .executeTakeFirstOrThrow(() => new Failure('message.not-found', { id }))
  return { channel: row.channel, groupIds: row.group_ids }
}

async function findNames(tx: TenantTx, ids: readonly GroupId[]): Promise<ReadonlyMap<GroupId, string>> {
  const rows = await tx
    .selectFrom('conversation_group')
    .select(['id', 'name'])
    .where('id', '=', sql<GroupId>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
