import type { Evidence, TextEvidence } from '@verbatim/contract/cognitive-events.ts'
import type { EventId, MessageId, RuleId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { withinScope } from '#platform/scope.ts'

/** An event may have evidence in messages of several groups; what a message says is for those who may see that message. */
export const isReadable = (scope: AccessScope) =>
  withinScope(scope, { channel: sql`message.channel`, groupIds: sql`message.group_ids` })

/** The evidence of an event in the messages that `scope` may see, in the order of the conversation. */
export async function findEvidence(tx: TenantTx, scope: AccessScope, id: EventId): Promise<Evidence[]> {
  const { rows } = await sql<{
    id: Evidence['id']
    message_id: MessageId
    revision: number
    rule_id: RuleId
    rule_name: string
    part: string
    start_at: number
    end_at: number
    body: string | null
    subject: string | null
  }>`select evidence.id, evidence.message_id, evidence.revision, evidence.rule_id, rule.name as rule_name, evidence.part,
      evidence.start_at, evidence.end_at, coalesce(kept.body, message.body) as body, message.subject
    from evidence
    join policy_rule rule on rule.tenant_id = evidence.tenant_id and rule.policy_id = evidence.policy_id
      and rule.id = evidence.rule_id and rule.from_version <= evidence.policy_version
      and (rule.to_version is null or rule.to_version > evidence.policy_version)
    join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
    left join message_revision kept on kept.tenant_id = evidence.tenant_id and kept.message_id = evidence.message_id
      and kept.revision = evidence.revision
    where evidence.event_id = ${id} and ${isReadable(scope)}
    order by message.posted_at, evidence.message_id, evidence.part, evidence.start_at limit 1000`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    messageId: row.message_id,
    revision: row.revision,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    part: row.part,
    start: row.start_at,
    end: row.end_at,
    text: wordsOf(row).slice(row.start_at, row.end_at),
  }))
}

function wordsOf(row: { part: string; body: string | null; subject: string | null }): string {
  if (row.part === 'text') return row.body ?? ''
  return row.part === 'subject' ? (row.subject ?? '') : ''
}

/** Where rules matched in the words of messages, for marking them: each place once, whatever events tell of it. */
export async function findTextEvidence(
  tx: TenantTx,
  scope: AccessScope,
  messageIds: readonly MessageId[],
): Promise<TextEvidence[]> {
  const { rows } = await sql<{
    message_id: MessageId
    revision: number
    part: TextEvidence['part']
    start_at: number
    end_at: number
  }>`select distinct evidence.message_id, evidence.revision, evidence.part, evidence.start_at, evidence.end_at
    from evidence join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
    where evidence.message_id = any(${messageIds}::uuid[]) and evidence.part in ('text', 'subject')
      and evidence.end_at > evidence.start_at and ${isReadable(scope)}
    order by evidence.message_id, evidence.revision, evidence.part, evidence.start_at, evidence.end_at`.execute(
    tx,
  )
  return rows.map((row) => ({
    messageId: row.message_id,
    revision: row.revision,
    part: row.part,
    start: row.start_at,
    end: row.end_at,
  }))
}
