import {
  attachmentPartOf,
  attachmentTextPart,
  isNotEvaluated,
  notEvaluatedPart,
  otherTextOf,
} from '@verbatim/contract/evidence-part.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { severities } from '@verbatim/contract/severities.ts'
import type { FoundBreach } from '#domains/cognitive-events/incidents.ts'
import { raiseEvents } from '#domains/cognitive-events/raise.ts'
import type { Said } from '#domains/messages/facts.ts'
import type { SaidAttachment } from '#domains/messages/reading-commands.ts'
import { noteEvents } from '#domains/notifications/delivery-commands.ts'
import { findEdition, findStandingPolicies } from '#domains/policies/standing-queries.ts'
import { type Breach, type CompiledPolicies, compilePolicies, judge } from '#domains/policies/verdict.ts'
import { wordsKey } from '#kernel/words-key.ts'
import type { TenantTx } from '#platform/db.ts'

/** Compiled policies of each tenant, in the latest requested edition. */
export interface Examiner {
  compiledOf(tx: TenantTx): Promise<{ edition: number; compiled: CompiledPolicies }>
}

/** How many tenants' policies stay compiled; the least recently used ones are dropped first. */
const keptTenants = 200

export function openExaminer(): Examiner {
  const kept = new Map<TenantId, { edition: number; compiled: CompiledPolicies }>()
  return {
    async compiledOf(tx) {
      const { tenantId } = tx
      const edition = await findEdition(tx)
      let current = kept.get(tenantId)
      if (current?.edition !== edition) {
        current = { edition, compiled: compilePolicies(await findStandingPolicies(tx)) }
      }
      kept.delete(tenantId)
      kept.set(tenantId, current)
      const oldest = kept.keys().next().value
      if (kept.size > keptTenants && oldest) kept.delete(oldest)
      return current
    },
  }
}

/**
 * Examines new texts against compiled policies, raises breaches, and notes them for the notifications to be mailed.
 * Idempotent: known breaches raise nothing again.
 * @returns How many events are new.
 */
export async function examineTexts(
  tx: TenantTx,
  compiled: CompiledPolicies,
  said: readonly Said[],
  now: Date,
): Promise<number> {
  if (compiled.policies.length === 0) return 0
  return raiseBreaches(
    tx,
    said.flatMap((one) => breachesOf(compiled, one)),
    now,
  )
}

/**
 * Raises breaches, and notes them for the notifications to be mailed. The caller holds the tenant's lock.
 * @returns How many events are new.
 */
export async function raiseBreaches(
  tx: TenantTx,
  breaches: readonly FoundBreach[],
  now: Date,
): Promise<number> {
  if (breaches.length === 0) return 0
  const raised = await raiseEvents(tx, breaches, now)
  await noteEvents(tx, raised, now)
  return raised.length
}

function breachesOf(compiled: CompiledPolicies, said: Said): FoundBreach[] {
  const { breaches } = judge(compiled, said)
  return toFoundBreaches(breaches, said, notEvaluatedPart(), (part) => textOf(said, part))
}

/** The text of an attachment counts at the time of the version that brought it. */
export function breachesInAttachment(
  compiled: CompiledPolicies,
  said: SaidAttachment,
  text: string,
): FoundBreach[] {
  const { ordinal } = said
  const { breaches } = judge(compiled, { ...said, attachmentNames: [], attachmentTexts: [{ ordinal, text }] })
  const unevaluated = notEvaluatedPart(attachmentTextPart(ordinal))
  return toFoundBreaches(breaches, said, unevaluated, () => text)
}

/** The text that contains a part of evidence. */
function textOf(said: Said, part: string): string | undefined {
  if (part === 'text') return said.text
  if (part === 'subject') return said.subject
  const other = otherTextOf(part)
  if (other !== undefined) return said.others[other]
  return said.attachmentNames[attachmentPartOf(part)?.ordinal ?? -1]
}

type SaidWhere = Pick<
  Said,
  'messageId' | 'revision' | 'conversationId' | 'channel' | 'groupIds' | 'receivedAt'
> &
  Partial<Pick<Said, 'subject'>>

/**
 * The findings of one text or file. If rules could not be evaluated, there is one entry, for the most severe policy: a line
 * for each of hundreds of rules would hide the other findings.
 * @param unevaluated The part for that entry, so that a person reviews it.
 * @param textAt Returns the text that contains a part of evidence.
 */
function toFoundBreaches(
  breaches: readonly Breach[],
  said: SaidWhere,
  unevaluated: string,
  textAt: (part: string) => string | undefined,
): FoundBreach[] {
  const raising = breaches.filter(({ raises }) => raises)
  // By id, and not in the order of evaluation, so that a repetition chooses the same.
  const [gravest] = raising
    .filter(({ notEvaluated }) => notEvaluated.length > 0)
    .toSorted((a, b) => gravity(b) - gravity(a) || a.policyId.localeCompare(b.policyId))
  const entry = gravest?.notEvaluated
    .toSorted()
    .slice(0, 1)
    .map((ruleId) => ({ ruleId, part: unevaluated, start: 0, end: 0 }))
  return raising
    .filter((breach) => breach === gravest || breach.evidence.length > 0)
    .map((breach) => {
      const keyed = breach.evidence.map((one) => ({ ...one, wordsKey: keyAt(one, textAt(one.part)) }))
      return toFound(breach, said, [...keyed, ...((breach === gravest && entry) || [])])
    })
}

const keyAt = ({ start, end }: { start: number; end: number }, text = '') =>
  end > start && end <= text.length ? wordsKey(text.slice(start, end)) : undefined

const gravity = ({ severity }: Breach): number => severities.indexOf(severity)

function toFound(breach: Breach, said: SaidWhere, evidence: FoundBreach['evidence']): FoundBreach {
  return {
    policyId: breach.policyId,
    policyVersion: breach.policyVersion,
    severity: breach.severity,
    blocked: false, // captured messages have already been sent, so only sending can be stopped
    notEvaluated: evidence.some(({ part }) => isNotEvaluated(part)),
    evidence,
    subject: said.subject,
    messageId: said.messageId,
    revision: said.revision,
    conversationId: said.conversationId,
    channel: said.channel,
    groupIds: said.groupIds,
    at: said.receivedAt,
  }
}
