/** Events as rows and their reviewers, for tests of what supervision counts. */
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import type { Disposition } from '@verbatim/contract/event-status.ts'
import {
  ConversationId,
  EventId,
  GroupId,
  MessageId,
  PolicyId,
  RuleId,
  TenantId,
  UserId,
} from '@verbatim/contract/ids.ts'
import { parseListQuery } from '@verbatim/contract/list.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { rolePermissions } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import { changeStatus } from '#domains/cognitive-events/commands.ts'
import { comparePrecedents } from '#domains/cognitive-events/precedents.ts'
import { findEvents } from '#domains/cognitive-events/queries.ts'
import { type AccessScope, type Actor, everything } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import { insertMessages } from './messages.ts'

export const now = new Date('2026-10-30T12:00:00Z')
export const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
const rules = Array.from({ length: 2 }, () => RuleId.parse(newId(now)))
export const names = ['Ann Ash', 'Bob Birch', 'Cy Cedar'] as const

interface Piece {
  readonly rule: number
  readonly words: number | null
  readonly groups: readonly GroupId[]
}

/** An event to be raised; each of its messages has a piece of evidence. */
export interface Raised {
  readonly hoursAgo: number
  readonly policy: number
  readonly groups: readonly GroupId[]
  readonly found: readonly Piece[]
}

interface Decision {
  readonly by: number
  readonly at: number
  readonly disposition: Disposition
}

/** An event as its reviewers leave it. */
export interface Reviewed {
  readonly id: EventId
  readonly at: Date
  readonly policy: number
  readonly groupIds: readonly GroupId[]
  readonly found: readonly Piece[]
  state: {
    readonly holder: number | undefined
    readonly decision: Decision | undefined
    readonly isNew: boolean
  }
  /** The steps that were not undone: who did each, its change, and what was before it. */
  readonly steps: {
    readonly by: number
    readonly changeId: string
    readonly before: Reviewed['state']
    readonly former: number
  }[]
  /** Decisions that others reopened. */
  readonly former: Decision[]
}

/** An organization with a reviewer for each name, and with policies. */
export async function makeReviewers(db: Db, zone: string, policyCount = 2) {
  const id = TenantId.parse(newId(now))
  const users = names.map(() => UserId.parse(newId(now)))
  const policies = Array.from({ length: policyCount }, () => PolicyId.parse(newId(now)))
  await inTenant(db, id, async (tx) => {
    await sql`insert into organization (tenant_id, host_label, name, time_zone, rollup_zone)
      values (${id}, ${`t${id.slice(-12)}`}, 'T', ${zone}, ${zone})`.execute(tx)
    for (const [at, user] of users.entries())
      await sql`insert into tenant_user (id, email, email_key, first_name, role)
        values (${user}, ${user}, ${user}, ${names[at]}, 'compliance')`.execute(tx)
    await insertPolicies(tx, policies)
  })
  return { id, users, policies }
}

async function insertPolicies(tx: TenantTx, policies: readonly PolicyId[]): Promise<void> {
  for (const [at, policy] of policies.entries()) {
    await sql`insert into policy (id, name_key, created_at) values (${policy}, ${policy}, ${now})`.execute(tx)
    await sql`insert into policy_version (policy_id, version, edition, name, severity, scope, action, enabled, changed_at,
        changed_by_name) values (${policy}, 1, ${at + 1}, ${`Policy ${at}`}, 'low', 'global', 'raise', true, ${now}, 'T')`.execute(
      tx,
    )
  }
}
type Organization = Awaited<ReturnType<typeof makeReviewers>>

export const actorOf = ({ id, users }: Organization, by: number): Actor => ({
  tenantId: id,
  userId: users[by] as UserId,
  name: names[by] ?? '',
  role: 'compliance',
  messengerRole: 'none',
  permissions: new Set(rolePermissions.compliance),
  scope: everything,
})

/** As many equal events of two days ago. */
export const raiseEqual = (tx: TenantTx, organization: Organization, count: number): Promise<Reviewed[]> =>
  raise(
    tx,
    organization,
    Array.from({ length: count }, () => ({
      hoursAgo: 48,
      policy: 0,
      groups,
      found: [{ rule: 0, words: 1, groups }],
    })),
  )

export async function raise(
  tx: TenantTx,
  { policies }: Organization,
  all: readonly Raised[],
): Promise<Reviewed[]> {
  const events = all.map(({ hoursAgo, policy, groups: groupIds, found }) => {
    const at = new Date(now.getTime() - hoursAgo * hourMs)
    const messages = found.map(() => MessageId.parse(newId(now)))
    return { id: EventId.parse(newId(now)), at, policy, groupIds, found, messages }
  })
  await insertMessages(
    tx,
    events.flatMap(({ at, found, messages }) => {
      const conversation_id = ConversationId.parse(newId(now))
      const common = { conversation_id, posted_at: at, channel: 'sms' as const }
      return found.map((piece, place) => ({ ...common, id: messages[place]!, group_ids: piece.groups }))
    }),
    now,
  )
  await insertEvents(
    tx,
    events.map((event) => ({ ...event, policy: policies[event.policy] })),
  )
  return events.map(({ id, at, policy, groupIds, found }) => {
    const state = { holder: undefined, decision: undefined, isNew: true }
    return { id, at, policy, groupIds, found, state, steps: [], former: [] }
  })
}

interface Inserted {
  readonly id: EventId
  readonly at: Date
  readonly policy: PolicyId | undefined
  readonly groupIds: readonly GroupId[]
  readonly found: readonly Pick<Piece, 'rule' | 'words'>[]
  readonly messages: readonly MessageId[]
}

/** Events of messages, each with a piece of evidence. */
async function insertEvents(tx: TenantTx, given: readonly Inserted[]): Promise<void> {
  const events = given.map(({ id, at, policy, groupIds, messages }) => ({
    id,
    at,
    policy,
    groups: groupIds,
    message: messages[0],
  }))
  await sql`insert into cognitive_event (id, policy_id, policy_version, conversation_id, message_id, channel, group_ids, severity,
      triggered_at, last_evidence_at)
    select given.id, given.policy, 1, message.conversation_id, message.id, 'sms', given.groups, 'low', given.at, given.at
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as given (id uuid, at timestamptz, policy uuid, groups uuid[], message uuid)
    join message on message.id = given.message`.execute(tx)
  const evidence = given.flatMap(({ id: event, at, policy, found, messages }) =>
    found.map(({ rule, words }, place) => {
      const piece = { id: newId(now), event, message: messages[place], rule: rules[rule] }
      return { ...piece, policy, words, at }
    }),
  )
  await sql`insert into evidence (id, event_id, message_id, revision, policy_id, policy_version, rule_id, start_at, end_at,
      words_key, found_at)
    select id, event, message, 1, policy, 1, rule, 0, 1, words, at
    from jsonb_to_recordset(${JSON.stringify(evidence)}::jsonb)
      as given (id uuid, event uuid, message uuid, rule uuid, policy uuid, words bigint, at timestamptz)`.execute(
    tx,
  )
}

/** Two reviewers decide alike on two messages with the same words, and the decisions are compared. */
export async function decideTwice(tx: TenantTx, users: readonly UserId[], at: Date): Promise<void> {
  const organization = { id: tx.tenantId, users: [...users], policies: [PolicyId.parse(newId(now))] }
  await insertPolicies(tx, organization.policies)
  const messages = await tx.selectFrom('message').select('id').orderBy('id').limit(2).execute()
  for (const [by, message] of messages.entries()) {
    const id = EventId.parse(newId(now))
    const found = [{ rule: 0, words: 1 }]
    await insertEvents(tx, [
      { id, at, policy: organization.policies[0], groupIds: [], found, messages: [message.id] },
    ])
    const change = { status: 'resolved', disposition: 'false_positive' } as const
    await changeStatus(tx, actorOf(organization, by), { id, change }, new Date(at.getTime() + by))
  }
  await comparePrecedents(tx, 100, new Date(at.getTime() + hourMs))
}

/** How many rows the list behind a link has. */
export async function countEventRows(
  tx: TenantTx,
  reader: AccessScope,
  { period, filter }: Drilldown,
): Promise<number> {
  const asked = parseListQuery(cognitiveEventList, { limit: '1', period, filter })
  return (await findEvents(tx, reader, asked, { withAttachments: true, now })).total
}
