import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import type { Evidence } from '@verbatim/contract/evidence.ts'
import { attachmentPartOf, isNotEvaluated, otherTextOf } from '@verbatim/contract/evidence-part.ts'
import type { EvidenceMark } from '@verbatim/ui/thread/message-words.ts'

/** Whether it is in the message's own text, and not in an attachment or a rule that was not evaluated. */
export const isInWords = (evidence: Evidence) => {
  const part = markedPart(evidence)
  return part === 'text' || part === 'subject'
}

function markedPart({ part, start, end, text, attachment }: Evidence): EvidenceMark['part'] | undefined {
  if (end <= start) return undefined
  if (part === 'text' || part === 'subject') return part
  if (otherTextOf(part) !== undefined) return 'other'
  // Without words if the reader may not open the attachment.
  return attachment && text !== '' && attachmentPartOf(part)?.of === 'text' ? 'attachment' : undefined
}

/** The place of evidence outside the message's text. */
export function placeWords({ part, attachment }: Evidence): string {
  if (otherTextOf(part) !== undefined) return 'in a hidden text of this email'
  const file = attachment ? `“${attachment.name}”` : 'an attachment'
  const about = attachmentPartOf(part)
  if (isNotEvaluated(part)) return about ? `could not be evaluated in ${file}` : 'could not be evaluated'
  return about?.of === 'text' ? `in ${file}` : `in the name of ${file}`
}

/** Message ID → the ranges to mark in it. */
export function marksByMessage(
  evidence: readonly Evidence[],
  current: Evidence | undefined,
): ReadonlyMap<string, readonly EvidenceMark[]> {
  const marks = evidence.flatMap((one) => {
    const { id, messageId, revision, start, end, attachment } = one
    const other = otherTextOf(one.part)
    const part = markedPart(one)
    if (!part) return []
    const place = part === 'attachment' ? { part, attachmentId: attachment?.id } : { part, other }
    return [{ messageId, mark: { ...place, revision, start, end, isCurrent: id === current?.id } }]
  })
  return new Map(
    [...Map.groupBy(marks, ({ messageId }): string => messageId)].map(([messageId, found]) => [
      messageId,
      found.map(({ mark }) => mark),
    ]),
  )
}

/** Messages with evidence in more than one version, for which the version must be named. */
export function revisedMessages({ evidence }: CognitiveEventDetail): ReadonlySet<string> {
  const inTexts = evidence.filter(({ part }) => part === 'text')
  const byMessage = Map.groupBy(inTexts, ({ messageId }): string => messageId)
  const revised = [...byMessage].filter(
    ([, found]) => new Set(found.map(({ revision }) => revision)).size > 1,
  )
  return new Set(revised.map(([id]) => id))
}

/** The rules that matched, each with its evidence, in the order of the conversation. */
export function byRule({ evidence }: CognitiveEventDetail): readonly (readonly [name: string, Evidence[]])[] {
  return [...Map.groupBy(evidence, ({ ruleId }): string => ruleId).values()].map(
    (found) => [found[0]?.ruleName ?? '', found] as const,
  )
}
