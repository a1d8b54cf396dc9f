import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { ConversationId, EventId, GroupId, MessageId, PolicyId, RuleId } from '@verbatim/contract/ids.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import { newId } from '#kernel/uuid.ts'

/** Where a rule matched in one text; offsets are UTF-16, end exclusive. */
export interface FoundEvidence {
  readonly ruleId: RuleId
  /** `text`, `subject` or `attachment:<ordinal>`. */
  readonly part: string
  readonly start: number
  readonly end: number
  /** The key of the matched words, from `kernel/words-key.ts`; absent if a rule could not be evaluated. */
  readonly wordsKey?: string | undefined
}

/** A breach of one policy by one text, as the examination found it. */
export interface FoundBreach {
  readonly policyId: PolicyId
  readonly policyVersion: number
  readonly severity: Severity
  readonly blocked: boolean
  /** A rule could not be evaluated: raised so that a person looks. */
  readonly notEvaluated: boolean
  readonly evidence: readonly FoundEvidence[]
  /** For mails. */
  readonly subject?: string | undefined
  readonly messageId: MessageId
  readonly revision: number
  readonly conversationId: ConversationId
  readonly channel: Channel
  readonly groupIds: readonly GroupId[]
  /** When the text reached us. */
  readonly at: Date
}

/** Matches of one policy in one conversation within this time of each other are one incident. Source: docs/rules/review.md. */
const incidentMs = dayMs

/** An open event, or one about to be opened, that breaches can join. Times are milliseconds. */
export interface Incident {
  readonly id: EventId
  readonly isNew: boolean
  readonly first: FoundBreach
  from: number
  to: number
  blocked: boolean
  notEvaluated: boolean
  /** The groups of all its evidence: a user who may see one of the messages sees the event. */
  groupIds: readonly GroupId[]
  joined: number
}

/** A policy in a conversation: matches can be one incident only within it. */
export const pairOf = (breach: Pick<FoundBreach, 'policyId' | 'conversationId'>) =>
  `${breach.policyId}|${breach.conversationId}`

/** The incident that a breach belongs to: an open one close in time, or a new one, which is added. */
export function joinIncident(incidents: Map<string, Incident[]>, breach: FoundBreach, now: Date): Incident {
  const at = breach.at.getTime()
  const candidates = incidents.get(pairOf(breach)) ?? []
  const near = candidates.find(({ from, to }) => at >= from - incidentMs && at <= to + incidentMs)
  if (near) {
    near.from = Math.min(near.from, at)
    near.to = Math.max(near.to, at)
    near.blocked ||= breach.blocked
    near.notEvaluated ||= breach.notEvaluated
    near.groupIds = [...new Set([...near.groupIds, ...breach.groupIds])]
    return near
  }
  const { blocked, notEvaluated } = breach
  const opened = {
    id: newId<EventId>(now),
    isNew: true,
    first: breach,
    from: at,
    to: at,
    blocked,
    notEvaluated,
    groupIds: breach.groupIds,
    joined: 0,
  }
  incidents.set(pairOf(breach), [...candidates, opened])
  return opened
}
