import type { ConversationId, PolicyId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { subjectStart } from '#kernel/mail-subject.ts'
import type { TenantTx } from '#platform/db.ts'
import { type FoundBreach, type FoundEvidence, pairOf } from './incidents.ts'

/**
 * Leaves out breaches already reported for a conversation's subject: every answer repeats the subject, which is not new
 * evidence. The first mail stays evidence, and so do each mail to groups that do not see its event, and everything found in
 * texts. Source: docs/decisions/0014.
 */
export async function withoutRepeatedSubjects(
  tx: TenantTx,
  breaches: readonly FoundBreach[],
): Promise<readonly FoundBreach[]> {
  const withSubject = breaches.filter(({ evidence }) => evidence.some(isInSubject))
  if (withSubject.length === 0) return breaches
  const reported = await findReported(tx, withSubject)
  const isNew = (breach: FoundBreach, found: FoundEvidence) => {
    if (!isInSubject(found)) return true
    const key = keyOf(breach, found.ruleId, breach.subject ?? '', found.start)
    const seenBy = reported.get(key)
    if (seenBy && breach.groupIds.every((id) => seenBy.has(id))) return false
    reported.set(key, new Set([...(seenBy ?? []), ...breach.groupIds]))
    return true
  }
  return breaches
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap((breach) => {
      const evidence = breach.evidence.filter((found) => isNew(breach, found))
      return evidence.length > 0 ? [{ ...breach, evidence }] : []
    })
}

const isInSubject = ({ part }: Pick<FoundEvidence, 'part'>) => part === 'subject'

/** A place in a subject of a conversation, without the prefixes before the subject. */
function keyOf(
  where: Pick<FoundBreach, 'policyId' | 'conversationId'>,
  ruleId: string,
  subject: string,
  start: number,
): string {
  const from = subjectStart(subject)
  const bare = subject.slice(from).trimEnd().toLowerCase().replaceAll(/\s+/gu, ' ')
  return `${pairOf(where)}|${ruleId}|${start - from}|${bare}`
}

/** The places in subjects of these conversations that are evidence already, and the groups that see it. */
async function findReported(
  tx: TenantTx,
  breaches: readonly FoundBreach[],
): Promise<Map<string, ReadonlySet<string>>> {
  const conversations = [...new Set(breaches.map(({ conversationId }) => conversationId))]
  const policies = [...new Set(breaches.map(({ policyId }) => policyId))]
  const rows = await tx
    .selectFrom('cognitive_event as event')
    .innerJoin('evidence', (join) =>
      join.onRef('evidence.tenant_id', '=', 'event.tenant_id').onRef('evidence.event_id', '=', 'event.id'),
    )
    .innerJoin('message', (join) =>
      join
        .onRef('message.tenant_id', '=', 'evidence.tenant_id')
        .onRef('message.id', '=', 'evidence.message_id'),
    )
    .where('event.conversation_id', '=', sql<ConversationId>`any(${conversations}::uuid[])`)
    .where('event.policy_id', '=', sql<PolicyId>`any(${policies}::uuid[])`)
    .where('evidence.part', '=', 'subject')
    .select([
      'event.conversation_id',
      'event.policy_id',
      'event.group_ids',
      'evidence.rule_id',
      'evidence.start_at',
      'message.subject',
    ])
    .execute()
  const reported = new Map<string, ReadonlySet<string>>()
  for (const row of rows) {
    const where = { policyId: row.policy_id, conversationId: row.conversation_id }
    const key = keyOf(where, row.rule_id, row.subject ?? '', row.start_at)
    reported.set(key, new Set([...(reported.get(key) ?? []), ...row.group_ids]))
  }
  return reported
}
