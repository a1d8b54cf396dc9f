/** Which settings need a second person's approval. Source: docs/rules/approval.md. */
import { type FieldChange } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { Settings } from './profile-queries.ts'

/**
 * Turning pseudonyms off shows all names, also to the person who does it.
 * @throws Failure `access.denied`
 */
export function requireRight(
  { permissions }: Pick<Actor, 'permissions'>,
  before: Settings,
  after: Settings,
): void {
  const permission = 'messages.reveal_identity'
  if (isTurnedOff('readsUnderPseudonyms', before, after) && !permissions.has(permission))
    throw new Failure('access.denied', { permission })
}

/** Whether a second person must approve the change; changes that weaken approval need it too. */
export function isProtected(before: Settings, after: Settings, ofRetention: readonly FieldChange[]): boolean {
  return (
    (before.requiresRetentionApproval && (ofRetention.length > 0 || !after.requiresRetentionApproval)) ||
    (before.requiresPolicyApproval && weakensSupervision(before, after))
  )
}

const weakensSupervision = (before: Settings, after: Settings): boolean =>
  isTurnedOff('requiresPolicyApproval', before, after) ||
  isTurnedOff('readsUnderPseudonyms', before, after) ||
  isTurnedOff('requiresPurpose', before, after) ||
  givesOtherDirections(before, after)

/**
 * The domains decide the direction of a mail, and rules may name one. If a client's domain is listed, mail to that client counts as internal.
 * If one of the organization's own is missing, its mail counts as received. With none, no direction is known, and rules look at all mail.
 */
const givesOtherDirections = ({ mailDomains: before }: Settings, { mailDomains: after }: Settings) =>
  after.length > 0 && new Set(before).symmetricDifference(new Set(after)).size > 0

const isTurnedOff = (
  setting: 'requiresPolicyApproval' | 'readsUnderPseudonyms' | 'requiresPurpose',
  before: Settings,
  after: Settings,
) => before[setting] && !after[setting]
