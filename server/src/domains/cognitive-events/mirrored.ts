/** Findings in copies of one message that several accounts captured: one breach. Source: docs/decisions/0171-copies-of-colleagues.md. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { copiesOf } from '#domains/messages/mirror-queries.ts'
import type { TenantTx } from '#platform/db.ts'
import type { FoundBreach, FoundEvidence } from './incidents.ts'

interface CopyRow {
  readonly id: MessageId
  /** Of all copies the same. */
  readonly first: MessageId
}

interface PlaceRow {
  readonly message_id: MessageId
  readonly policy_id: string
  readonly rule_id: string
  readonly part: string
  readonly start_at: number
  readonly end_at: number
  readonly words_key: string | null
}

/**
 * Leaves out the words that were found at the same place of another copy. What only one copy says, such as an edit that the other account did not get,
 * stays.
 */
export async function withoutMirrored(
  tx: TenantTx,
  breaches: readonly FoundBreach[],
): Promise<readonly FoundBreach[]> {
  if (breaches.length === 0) return breaches
  const ids = [...new Set(breaches.map(({ messageId }) => messageId))]
  const { rows: copies } = await sql<CopyRow>`
    select id, coalesce(mirror_of, id) as first from message where id = any(${copiesOf(sql`${ids}`)})`.execute(
    tx,
  )
  if (copies.every(({ id, first }) => id === first)) return breaches
  const firstOf = new Map(copies.map(({ id, first }) => [id, first]))
  const { rows: places } = await sql<PlaceRow>`
    select message_id, policy_id, rule_id, part, start_at, end_at, words_key from evidence
    where message_id = any(${copies.map(({ id }) => id)}::uuid[])`.execute(tx)
  /** By place, the copy in which it was found first. */
  const found = new Map<string, MessageId>()
  const isFoundElsewhere = (messageId: MessageId, place: string) => {
    const name = `${firstOf.get(messageId) ?? messageId}|${place}`
    const known = found.get(name)
    if (known === undefined) found.set(name, messageId)
    return known !== undefined && known !== messageId
  }
  for (const row of places)
    isFoundElsewhere(
      row.message_id,
      placeOf(row.policy_id, {
        ruleId: row.rule_id,
        part: row.part,
        start: row.start_at,
        end: row.end_at,
        wordsKey: row.words_key ?? undefined,
      }),
    )
  // Of copies that are examined together, the evidence is in the one that counts.
  const isMirror = ({ messageId }: FoundBreach) => Number(firstOf.get(messageId) !== messageId)
  return breaches
    .toSorted((a, b) => isMirror(a) - isMirror(b))
    .flatMap((breach) => {
      const evidence = breach.evidence.filter(
        (one) => !isFoundElsewhere(breach.messageId, placeOf(breach.policyId, one)),
      )
      return evidence.length > 0 ? [{ ...breach, evidence }] : []
    })
}

/** Where a rule matched, and which words. */
const placeOf = (
  policyId: string,
  { ruleId, part, start, end, wordsKey = '' }: Omit<FoundEvidence, 'ruleId'> & { readonly ruleId: string },
) => [policyId, ruleId, part, start, end, wordsKey].join('|')
