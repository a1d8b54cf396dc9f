import type { CognitiveEventDetail, Evidence } from '@verbatim/contract/cognitive-events.ts'
import type { EvidenceMark } from '@verbatim/ui/message-words.ts'

/** Whether it lies in words, and not in an attachment or in what could not be looked at. */
export const isInWords = (evidence: Evidence) => wordsPart(evidence) !== undefined

function wordsPart({ part, start, end }: Evidence): EvidenceMark['part'] | undefined {
  return (part === 'text' || part === 'subject') && end > start ? part : undefined
}

/** Where evidence lies that is not in the message's words. */
export function placeWords({ part }: Evidence): string {
  return part === 'not-evaluated' ? 'could not be evaluated' : 'in an attachment'
}

/** Message id → what is to be marked in it. */
export function marksByMessage(
  evidence: readonly Evidence[],
  current: Evidence | undefined,
): ReadonlyMap<string, readonly EvidenceMark[]> {
  const marks = evidence.flatMap((one) => {
    const { id, messageId, revision, start, end } = one
    const part = wordsPart(one)
    return part ? [{ messageId, mark: { part, revision, start, end, isCurrent: id === current?.id } }] : []
  })
  return new Map(
    [...Map.groupBy(marks, ({ messageId }): string => messageId)].map(([messageId, found]) => [
      messageId,
      found.map(({ mark }) => mark),
    ]),
  )
}

/** Messages of which more than one version has evidence: there the version has to be said. */
export function revisedMessages({ evidence }: CognitiveEventDetail): ReadonlySet<string> {
  const byMessage = Map.groupBy(evidence, ({ messageId }): string => messageId)
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
