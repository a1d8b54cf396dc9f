/** Names for the targets of audit events that were recorded without one, such as opened content. */
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { shownTitle, type TitleReader } from '#access/shown-title.ts'
import { authorName } from '#domains/messages/rows.ts'
import { lacksPurpose } from '#domains/permissions/purposes.ts'
import type { Side } from '#domains/users/model.ts'
import { isOn } from '#domains/users/queries.ts'
import type { EventId, MessageId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPseudonymKey } from '#domains/organizations/pseudonym-key.ts'
import { makePseudonyms } from '#kernel/pseudonyms.ts'
import type { Secrets } from '#platform/crypto.ts'
import { veilEntry } from '#flows/hide-people/kept.ts'

interface Named {
  readonly id: string
  readonly name: string | null
  /** Of an attachment. */
  readonly message_id?: MessageId
  /** Of a file of a comment. */
  readonly event_id?: EventId
}

interface Naming {
  /** The permission that shows such names elsewhere; none if the target is the reader's own to see. */
  readonly needs?: Permission
  readonly find: (ids: readonly string[], reader: TitleReader) => RawBuilder<Named>
}

/** By kind of target. Each finds only what the reader of the trail may see now. */
const namings: ReadonlyMap<string, Naming> = new Map<string, Naming>([
  [
    'message',
    {
      needs: 'messages.view',
      find: (ids, { scope }) => sql`select message.id, ${authorName} as name from message
        where message.id = any(${ids}::uuid[]) and ${withinScope(scope, 'message')}`,
    },
  ],
  [
    'attachment',
    {
      needs: 'messages.view_attachments',
      find: (ids, { scope }) => sql`select attachment.id, attachment.name as name, message.id as message_id
        from attachment
        join message on message.tenant_id = attachment.tenant_id and message.id = attachment.message_id
        where attachment.id = any(${ids}::uuid[]) and ${withinScope(scope, 'message')}`,
    },
  ],
  [
    'cognitive-event',
    {
      needs: 'events.view',
      find: (ids, { scope }) => sql`select event.id, policy.name from cognitive_event event
        join policy_version policy on policy.tenant_id = event.tenant_id and policy.policy_id = event.policy_id
          and policy.version = event.policy_version
        where event.id = any(${ids}::uuid[]) and ${withinScope(scope, 'event')}`,
    },
  ],
  [
    'comment-file',
    {
      needs: 'events.view',
      find: (ids, { scope }) => sql`select file.id, file.name, file.event_id from comment_file file
        join cognitive_event event on event.tenant_id = file.tenant_id and event.id = file.event_id
        where file.id = any(${ids}::uuid[]) and ${withinScope(scope, 'event')}`,
    },
  ],
  [
    // By its title, or by the person outside the organization who wrote last.
    'conversation',
    {
      needs: 'messages.view',
      find: (ids, reader) => sql`select opened.id, coalesce(${shownTitle(reader)}, latest.name) as name
        from conversation opened
        join conversation on conversation.tenant_id = opened.tenant_id
          and conversation.id = coalesce(opened.merged_into, opened.id)
        cross join lateral (
          select ${authorName} as name from message
          where message.tenant_id = conversation.tenant_id and message.conversation_id = conversation.id
            and message.direction = 'inbound' and ${withinScope(reader.scope, 'message')}
          order by message.posted_at desc, message.id desc limit 1
        ) latest
        where opened.id = any(${ids}::uuid[])`,
    },
  ],
  [
    'export',
    {
      find: (ids) =>
        sql`select id, replace(kind, '-', ' ') as name from export where id = any(${ids}::uuid[])`,
    },
  ],
])

const side = sql<Side>`case when ${isOn('platform')} then 'platform' else 'messenger' end`

type NamedFor = Pick<Actor, 'userId' | 'readsUnderPseudonyms' | 'permissions'>

/**
 * How the trail names targets for a reader: under pseudonyms, neither authors nor contacts that the reader may not list, and what was
 * asked about them has the IDs of choices.
 */
export const naming =
  (actor: NamedFor, { secrets, now }: { readonly secrets: Secrets; readonly now: Date }) =>
  async (tx: TenantTx, scope: AccessScope, events: readonly AuditEvent[]): Promise<AuditEvent[]> => {
    // The trail and its files are open without a purpose, like lists that name threads by their people then.
    const reader = { scope, withoutSubjects: await lacksPurpose(tx, actor.userId, now) }
    const named = await nameTargets(tx, { ...reader, permissions: actor.permissions }, events)
    if (!actor.readsUnderPseudonyms) return named
    const pseudonyms = makePseudonyms(await findPseudonymKey(tx, secrets))
    return named.map((event) => unnamed(veilEntry(event, pseudonyms), actor))
  }

function unnamed(event: AuditEvent, { permissions }: Pick<Actor, 'permissions'>): AuditEvent {
  const { target } = event
  const view = target && hiddenKinds.get(target.kind)
  if (!target || view === undefined || (view && permissions.has(view))) return event
  const { name: _, ...rest } = target
  return { ...event, target: rest, changes: view ? [] : event.changes }
}

/** Targets that are named by a person, and the permission that shows these people by name. */
const hiddenKinds: ReadonlyMap<string, Permission | null> = new Map<string, Permission | null>([
  ['message', null],
  ['conversation', null],
  ['contact', 'contacts.view'],
  ['account', 'integrations.view'],
])

/** The permissions that decide which targets a reader finds named; under pseudonyms, also those to list people. */
export function namingPermissions({
  readsUnderPseudonyms,
}: Pick<Actor, 'readsUnderPseudonyms'>): readonly Permission[] {
  const named = [...namings.values()].flatMap(({ needs }) => needs ?? [])
  const listed = readsUnderPseudonyms ? [...hiddenKinds.values()].filter((one) => one !== null) : []
  return [...new Set([...named, ...listed])]
}

/** The same events; those about content that the reader may see have its name. One query for each kind. */
async function nameTargets(
  tx: TenantTx,
  reader: TitleReader & Pick<Actor, 'permissions'>,
  events: readonly AuditEvent[],
): Promise<AuditEvent[]> {
  const unnamed = events.filter(({ target }) => target && target.name === undefined)
  const known = new Map<string, Named>()
  for (const [kind, { needs, find }] of namings) {
    if (needs && !reader.permissions.has(needs)) continue
    const ids = unnamed.flatMap(({ target }) => (target?.kind === kind ? [target.id] : []))
    if (ids.length === 0) continue
    const { rows } = await find([...new Set(ids)], reader).execute(tx)
    for (const row of rows) known.set(`${kind} ${row.id}`, row)
  }
  const sides = await findSides(tx, events)
  return events.map((event) => {
    const { target } = event
    if (!target) return event
    const { name, message_id: messageId, event_id: eventId } = known.get(`${target.kind} ${target.id}`) ?? {}
    const of = target.kind === 'user' ? sides.get(target.id) : undefined
    return {
      ...event,
      target: {
        ...target,
        ...(name && { name }),
        ...(of && { side: of }),
        ...(messageId && { messageId }),
        ...(eventId && { eventId }),
      },
    }
  })
}

/** The application that lists each existing user. */
async function findSides(tx: TenantTx, events: readonly AuditEvent[]): Promise<ReadonlyMap<string, Side>> {
  const ids = events.flatMap(({ target }) => (target?.kind === 'user' ? [target.id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    side: Side
  }>`select person.id, ${side} as side from tenant_user person
    where person.id = any(${[...new Set(ids)]}::uuid[]) and person.removed_at is null`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.side]))
}
