import { dayMs } from '@verbatim/contract/durations.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import { attachmentPartOf, otherTextOf } from '@verbatim/contract/evidence-part.ts'
import type { ConversationId, GroupId, PolicyId } from '@verbatim/contract/ids.ts'
import type { PolicyDraft } from '@verbatim/contract/policies.ts'
import type { previewPolicy } from '@verbatim/contract/policy-trials.ts'
import { excerpt, excerptOf } from '#domains/cognitive-events/excerpt.ts'
import { type ExaminableMessage, findExaminable } from '#domains/messages/examinable-queries.ts'
import { draftRuleId, draftRuleIndex } from '#domains/policies/draft-rules.ts'
import { checkPatterns, checkRules } from '#domains/policies/model.ts'
import { type Breach, compilePolicies, judge } from '#domains/policies/verdict.ts'
import { dayOf } from '#kernel/days.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { type WholeMessage, withAttachmentTexts } from './attachment-texts.ts'

type Preview = OutputOf<typeof previewPolicy>

interface PreviewOptions {
  readonly days: number
  readonly now: Date
  /** Whether the answer is due, complete or not. */
  readonly isDue: () => boolean
}

const batch = 1000
const mostSamples = 25

/**
 * The events that a draft would have raised among the messages that the actor may see, newest first. A user's preview runs
 * in a thread (`flows/judge`). It reads in batches, each in a separate transaction, so it blocks no other request. If
 * the time ends first, the answer says how far it got.
 * @throws Failure `policy.bad-regex` and others of a rule that cannot be saved
 */
export async function previewDraft(
  db: Db,
  actor: Actor,
  draft: PolicyDraft,
  { days, now, isDue }: PreviewOptions,
): Promise<Preview> {
  checkPatterns(draft.rules.map(({ type, pattern }, place) => ({ type, pattern, place })))
  checkRules(draft.rules, draft.action)
  const compiled = compilePolicies([standing(draft, now)])
  const since = new Date(now.getTime() - days * dayMs)
  // Counts must not reveal the text of attachments to users who may not open them.
  const looksInside =
    compiled.ofAttachments.rules.length > 0 && actor.permissions.has('messages.view_attachments')
  const shows = actor.permissions.has('messages.view')
  const hidesCards = actor.readsUnderPseudonyms === true
  const counters = new Counters(draft.rules.length, { now, shows, hidesCards })
  while (!isDue()) {
    const after = counters.last
    const messages = await inTenant(db, actor.tenantId, (tx) =>
      findExaminable(tx, actor.scope, { since, after, most: batch }),
    )
    const whole = looksInside ? withAttachmentTexts(db, actor.tenantId, messages) : messages
    for await (const message of whole) {
      if (isDue()) break
      counters.add(message, judge(compiled, examinedOf(message)).breaches[0])
    }
    if (isDue()) break
    if (messages.length < batch) return counters.result(since)
  }
  return counters.result(undefined)
}

/** The draft as if it were in force, whether or not it will be enabled. */
function standing(draft: PolicyDraft, now: Date) {
  const rules = draft.rules.map((rule, index) => ({ ...rule, id: draftRuleId(index) }))
  return { ...draft, id: newId<PolicyId>(now), version: 0, rules }
}

/** A message as policies examine it. */
const examinedOf = ({ others, ...message }: ExaminableMessage & Partial<WholeMessage>) => ({
  ...message,
  others: others.map(({ text }) => text),
})

interface Showing {
  readonly now: Date
  /** Whether the actor may read messages, not only count them. */
  readonly shows: boolean
  /** Any pattern can be tried, so under pseudonyms nothing of a card is shown: not even what matched, as in an event. */
  readonly hidesCards: boolean
}

/** The findings so far. */
class Counters {
  last: ExaminableMessage | undefined
  readonly #showing: Showing
  readonly #byRule: number[]
  readonly #byDay = new Map<string, number>()
  readonly #byGroup = new Map<GroupId, number>()
  readonly #conversations = new Set<ConversationId>()
  readonly #sample: Preview['sample'] = []
  #examined = 0
  #attachmentsRead = 0
  #attachmentsUnread = 0
  #matched = 0
  #notEvaluated = 0

  constructor(rules: number, showing: Showing) {
    this.#byRule = Array.from({ length: rules }, () => 0)
    this.#showing = showing
  }

  add(message: ExaminableMessage & Partial<WholeMessage>, breach: Breach | undefined): void {
    this.last = message
    this.#examined++
    this.#attachmentsRead += message.attachmentTexts?.length ?? 0
    this.#attachmentsUnread += message.unread ?? 0
    if (!breach) return
    if (breach.notEvaluated.length > 0) this.#notEvaluated++
    if (breach.evidence.length === 0) return
    this.#matched++
    this.#conversations.add(message.conversationId)
    count(this.#byDay, dayOf(message.postedAt))
    for (const groupId of message.groupIds) count(this.#byGroup, groupId)
    const rules = [...new Set(breach.evidence.map(({ ruleId }) => draftRuleIndex(ruleId)))]
    for (const rule of rules) this.#byRule[rule] = (this.#byRule[rule] ?? 0) + 1
    if (this.#showing.shows && this.#sample.length < mostSamples)
      this.#sample.push(toSample(message, breach, { rules, ...this.#showing }))
  }

  /** @param since The intended start of the preview, if it got that far. */
  result(since: Date | undefined): Preview {
    return {
      examined: this.#examined,
      isComplete: since !== undefined,
      since: (since ?? this.last?.postedAt ?? this.#showing.now).toISOString(),
      matched: this.#matched,
      conversations: this.#conversations.size,
      notEvaluated: this.#notEvaluated,
      attachmentsRead: this.#attachmentsRead,
      attachmentsUnread: this.#attachmentsUnread,
      byRule: this.#byRule,
      byDay: [...this.#byDay].map(([day, matched]) => ({ day, matched })).reverse(),
      byGroup: [...this.#byGroup]
        .map(([groupId, matched]) => ({ groupId, matched }))
        .sort((a, b) => b.matched - a.matched),
      sample: this.#sample,
    }
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function toSample(
  message: ExaminableMessage & Partial<WholeMessage>,
  breach: Breach,
  { rules, hidesCards }: Pick<Showing, 'hidesCards'> & { readonly rules: number[] },
): Preview['sample'][number] {
  const { part } = breach.evidence.find((found) => found.part === 'text') ??
    breach.evidence[0] ?? { part: 'text' }
  const marks = breach.evidence
    .filter((found) => found.part === part)
    .map(({ start, end }): [number, number] => [start, end])
  const other = message.others[otherTextOf(part) ?? -1]
  const isHidden = hidesCards && other?.kind === 'card'
  const found = other ? excerptOf(other, marks) : excerpt(textOf(message, part), marks)
  const shown = isHidden ? { preview: '', marks: [] } : found
  return {
    messageId: message.id,
    conversationId: message.conversationId,
    channel: message.channel,
    postedAt: message.postedAt.toISOString(),
    from: message.from,
    excerpt: shown.preview,
    marks: shown.marks,
    rules,
  }
}

function textOf(
  { text, subject, attachmentNames, attachmentTexts }: ExaminableMessage & Partial<WholeMessage>,
  part: string,
): string {
  if (part === 'subject') return subject ?? ''
  const { ordinal, of } = attachmentPartOf(part) ?? {}
  if (ordinal === undefined) return text
  if (of === 'name') return attachmentNames[ordinal] ?? ''
  return attachmentTexts?.find((one) => one.ordinal === ordinal)?.text ?? ''
}
