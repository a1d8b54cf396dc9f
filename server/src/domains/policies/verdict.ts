/** The verdict of a tenant's policies on one text. Pure: capture, sending and trying out all use it. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { attachmentTextPart, otherTextPart } from '@verbatim/contract/evidence-part.ts'
import type { GroupId, PolicyId, RuleId } from '@verbatim/contract/ids.ts'
import type { PolicyAction, PolicyScope } from '@verbatim/contract/policies.ts'
import type { RuleConditions, RuleScope } from '@verbatim/contract/policy-rules.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import type { Direction } from '#kernel/captured-event.ts'
import type { MatchRule } from '@verbatim/matcher/compiled-rule.ts'
import { compileRules, type Evidence, type Matcher } from '@verbatim/matcher/matcher.ts'

/** A policy in force, with its rules. */
export interface StandingPolicy {
  readonly id: PolicyId
  readonly version: number
  readonly severity: Severity
  readonly scope: PolicyScope
  readonly groupIds: readonly GroupId[]
  readonly action: PolicyAction
  readonly rules: readonly StandingRule[]
}

export interface StandingRule extends MatchRule<RuleId> {
  readonly conditions?: RuleConditions
  readonly scope: RuleScope
}

/** The text to judge, and the facts about it. */
export interface Examined {
  /** Absent if only attachments are judged. */
  readonly text?: string | undefined
  /** For mails. Rules on messages check it separately from the text. */
  readonly subject?: string | undefined
  /** Other texts that some readers see: rules on messages check each separately. */
  readonly others?: readonly string[] | undefined
  /** By ordinal. */
  readonly attachmentNames: readonly string[]
  /** The texts of attachments, as far as they were read. */
  readonly attachmentTexts?: readonly { readonly ordinal: number; readonly text: string }[] | undefined
  readonly channel: Channel
  /** `unknown` satisfies every direction that a rule requires, because it may be that one. */
  readonly direction: Direction
  /** Of the text and its subject; without one, or where it is `und`, it satisfies every list of languages. */
  readonly language?: string | undefined
  readonly groupIds: readonly GroupId[]
  /** A known representative wrote it. Of others, one that was not received satisfies every sender that a rule requires. */
  readonly byUser: boolean
}

interface PartEvidence extends Evidence<RuleId> {
  /** `text`, `subject`, `other-text:<index>`, `attachment:<ordinal>` for its name, or `attachment-text:<ordinal>`. */
  readonly part: string
}

/** A policy that a text breaks, or may break because a rule could not be evaluated. */
export interface Breach {
  readonly policyId: PolicyId
  readonly policyVersion: number
  readonly severity: Severity
  /** The message must not be sent. */
  readonly blocks: boolean
  /** A cognitive event must be raised. */
  readonly raises: boolean
  /** First the subject's, then in text order; empty if rules could not be evaluated and none matched. */
  readonly evidence: readonly PartEvidence[]
  readonly notEvaluated: readonly RuleId[]
}

export interface Verdict {
  /** True if a blocking policy matched or could not be evaluated. */
  readonly blocked: boolean
  readonly breaches: readonly Breach[]
  /** Whether a rule that can run was not evaluated, because the text has too many steps for it. */
  readonly ranOut: boolean
}

export interface CompiledPolicies {
  readonly policies: readonly StandingPolicy[]
  readonly ofMessages: CompiledPart
  readonly ofAttachments: CompiledPart
}

interface CompiledPart {
  readonly matcher: Matcher<RuleId>
  readonly rules: readonly PlacedRule[]
  /** Rules whose stored regex cannot run: always reported as not evaluated. */
  readonly broken: readonly number[]
  readonly placeOf: ReadonlyMap<RuleId, PlacedRule>
}

interface PlacedRule {
  readonly policy: StandingPolicy
  readonly rule: StandingRule
}

/** Compiles all policies of a tenant into one matcher for texts and subjects, and one for attachments. */
export function compilePolicies(policies: readonly StandingPolicy[]): CompiledPolicies {
  return {
    policies,
    ofMessages: compilePart(policies, ['message', 'message_and_attachment']),
    ofAttachments: compilePart(policies, ['attachment', 'message_and_attachment']),
  }
}

function compilePart(policies: readonly StandingPolicy[], scopes: readonly RuleScope[]): CompiledPart {
  const rules = policies.flatMap((policy) =>
    policy.rules
      .filter((rule) => rule.type !== 'prompt' && scopes.includes(rule.scope))
      .map((rule): PlacedRule => ({ policy, rule })),
  )
  const broken: number[] = []
  const matcher = compileRules(
    rules.map(({ rule }) => rule),
    (index) => broken.push(index),
  )
  return { matcher, rules, broken, placeOf: new Map(rules.map((placed) => [placed.rule.id, placed])) }
}

const nothing: Verdict = { blocked: false, breaches: [], ranOut: false }

/**
 * Judges one text, its subject and its attachments by all policies that apply to it.
 * @param mostSteps Less than the usual budget of each of these texts.
 */
export function judge(compiled: CompiledPolicies, examined: Examined, mostSteps?: number): Verdict {
  let ranOut = false
  const drafts = new Map<StandingPolicy, { evidence: PartEvidence[]; notEvaluated: Set<RuleId> }>()
  // The language of texts beside the message's own is not known.
  const unread = { ...examined, language: undefined }
  if (examined.subject) examinePart(compiled.ofMessages, examined, examined.subject, 'subject')
  if (examined.text !== undefined) examinePart(compiled.ofMessages, examined, examined.text, 'text')
  examined.others?.forEach((text, index) =>
    examinePart(compiled.ofMessages, unread, text, otherTextPart(index)),
  )
  if (compiled.ofAttachments.rules.length > 0) {
    examined.attachmentNames.forEach((text, ordinal) =>
      examinePart(compiled.ofAttachments, unread, text, `attachment:${ordinal}`),
    )
    for (const { ordinal, text } of examined.attachmentTexts ?? [])
      examinePart(compiled.ofAttachments, unread, text, attachmentTextPart(ordinal))
  }
  if (drafts.size === 0) return nothing
  const breaches = [...drafts].map(([policy, { evidence, notEvaluated }]): Breach => ({
    policyId: policy.id,
    policyVersion: policy.version,
    severity: policy.severity,
    blocks: policy.action !== 'raise',
    raises: policy.action !== 'block',
    evidence,
    notEvaluated: [...notEvaluated],
  }))
  return { blocked: breaches.some(({ blocks }) => blocks), breaches, ranOut }

  function examinePart(part: CompiledPart, about: Examined, text: string, name: string): void {
    const appliesTo = (index: number) => applies(part.rules[index], about)
    const { evidence, notEvaluated } = part.matcher.find(text, appliesTo, mostSteps)
    ranOut ||= notEvaluated.length > 0
    for (const found of evidence) {
      draftOf(part.placeOf.get(found.ruleId))?.evidence.push({ ...found, part: name })
    }
    for (const id of notEvaluated) draftOf(part.placeOf.get(id))?.notEvaluated.add(id)
    for (const index of part.broken) {
      const placed = part.rules[index]
      if (placed && appliesTo(index)) draftOf(placed)?.notEvaluated.add(placed.rule.id)
    }
  }

  function draftOf(placed: PlacedRule | undefined) {
    if (!placed) return undefined
    const known = drafts.get(placed.policy)
    if (known) return known
    const draft = { evidence: [], notEvaluated: new Set<RuleId>() }
    drafts.set(placed.policy, draft)
    return draft
  }
}

/** What decides whether a rule applies. */
type About = Pick<Examined, 'channel' | 'direction' | 'language' | 'groupIds' | 'byUser'>

/**
 * Whether any rule applies to a captured message, whatever it says: if none does, no policy would raise an event about it.
 * A policy that only blocks raises none.
 */
export function covers(
  { ofMessages, ofAttachments }: CompiledPolicies,
  { others = [], attachmentNames, ...message }: About & Pick<Examined, 'others' | 'attachmentNames'>,
): boolean {
  // As in `judge`: the language of texts beside the message's own is not known.
  const unread = { ...message, language: undefined }
  const isIn = ({ rules }: CompiledPart, about: About) =>
    rules.some((placed) => placed.policy.action !== 'block' && applies(placed, about))
  return (
    isIn(ofMessages, message) ||
    (others.length > 0 && isIn(ofMessages, unread)) ||
    (attachmentNames.length > 0 && isIn(ofAttachments, unread))
  )
}

/** Whether a rule applies to this text: its policy's groups, its channels, languages, direction and sender. */
function applies(
  placed: PlacedRule | undefined,
  { channel, direction, language, groupIds, byUser }: About,
): boolean {
  if (!placed) return false
  const { policy, rule } = placed
  if (policy.scope === 'group' && !policy.groupIds.some((id) => groupIds.includes(id))) return false
  const { conditions = {} } = rule
  if (conditions.channels && conditions.channels.length > 0 && !conditions.channels.includes(channel))
    return false
  if (!maySpeak(conditions.languages, language)) return false
  const asked = conditions.direction ?? 'any'
  if (asked !== 'any' && direction !== 'unknown' && asked !== direction) return false
  return maySend(conditions.senderRole, { direction, byUser })
}

/**
 * A sender who is no known user may be a contact. A message that was not received may also be a user's: it came from a shared number, or
 * from a colleague without an account here.
 */
function maySend(
  sender: RuleConditions['senderRole'] = 'any',
  { direction, byUser }: Pick<About, 'direction' | 'byUser'>,
): boolean {
  if (sender === 'any') return true
  return sender === 'contact' ? !byUser : byUser || direction !== 'inbound'
}

/** What is not recognized may be any language. */
function maySpeak(languages: readonly string[] = [], language = 'und'): boolean {
  return languages.length === 0 || language === '' || language === 'und' || languages.includes(language)
}
