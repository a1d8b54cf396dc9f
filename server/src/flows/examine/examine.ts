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
import {
  type Breach,
  type CompiledPolicies,
  compilePolicies,
  type Examined,
  type Verdict,
} from '#domains/policies/verdict.ts'
import { wordsKey } from '#kernel/words-key.ts'
import type { TenantTx } from '#platform/db.ts'
import { type CostlyTexts, openCostlyTexts } from './costly-texts.ts'
import { type Examining, judgeByTurns } from './judge-by-turns.ts'

/** Compiled policies of each tenant, in the latest requested edition. */
export interface Examiner {
  compiledOf(tx: TenantTx): Promise<{ edition: number; compiled: CompiledPolicies }>
  readonly costlyTexts: CostlyTexts
  close(): Promise<void>
}

/** How many tenants' policies stay compiled; the least recently used ones are dropped first. */
const keptTenants = 200

export function openExaminer(): Examiner {
  const kept = new Map<TenantId, { edition: number; compiled: CompiledPolicies }>()
  const costlyTexts = openCostlyTexts()
  return {
    costlyTexts,
    close: () => costlyTexts.close(),
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
 * @throws SlowExamination if it takes longer than it may
 */
export async function examineTexts(
  tx: TenantTx,
  examining: Examining,
  said: readonly Said[],
  now: Date,
): Promise<number> {
  if (examining.compiled.policies.length === 0) return 0
  const verdicts = await judgeByTurns(tx, examining, said)
  return raiseBreaches(
    tx,
    said.flatMap((one, index) => breachesOf(verdicts[index], one)),
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

const nothing: Verdict = { blocked: false, breaches: [], ranOut: false }

function breachesOf({ breaches }: Verdict = nothing, said: Said): FoundBreach[] {
  return toFoundBreaches(breaches, said, notEvaluatedPart(), (part) => textOf(said, part))
}

interface ReadAttachment {
  readonly said: SaidAttachment
  readonly text: string
}

/** The text of an attachment counts at the time of the version that brought it. */
export async function breachesInAttachments(
  tx: TenantTx,
  examining: Examining,
  read: readonly ReadAttachment[],
): Promise<FoundBreach[]> {
  const verdicts = await judgeByTurns(tx, examining, read.map(toExamined))
  return read.flatMap(({ said, text }, index) => {
    const { breaches } = verdicts[index] ?? nothing
    return toFoundBreaches(breaches, said, notEvaluatedPart(attachmentTextPart(said.ordinal)), () => text)
  })
}

const toExamined = ({ said, text }: ReadAttachment): Examined => ({
  ...said,
  attachmentNames: [],
  attachmentTexts: [{ ordinal: said.ordinal, text }],
})

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
