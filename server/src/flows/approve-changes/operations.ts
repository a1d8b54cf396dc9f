/** The changes that can be sent for approval. Each is the same as the direct change of its endpoint. */
import type { ChangeRequestKind, RequestedChange } from '@verbatim/contract/change-requests.ts'
import type { GroupId, PolicyId, UserId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { requireGroup } from '#domains/groups/queries.ts'
import { updateGroup } from '#domains/groups/whole-change.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { createPolicy, updatePolicy } from '#domains/policies/commands.ts'
import { requirePolicy } from '#domains/policies/queries.ts'
import { patternsOf } from '#domains/policies/model.ts'
import { createRule, deleteRule, updateRule } from '#domains/policies/rule-commands.ts'
import { importRules } from '#domains/policies/rule-import.ts'
import { requireUser } from '#domains/users/queries.ts'
import { changeOrganization } from '#flows/change-organization/change-organization.ts'
import { updateUser } from '#flows/change-user/change-user.ts'
import type { Judging } from '#flows/judge/judging.ts'
import { keepingOwnReach } from '#flows/keep-own-reach/own-reach.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'

export interface ChangeRequestContext extends Clock {
  readonly judging: Judging
  readonly secrets: Secrets
  readonly identityAdmin: IdentityAdmin
}

/** Applies an approved change for `editor`. */
export type Run = (tx: TenantTx, editor: Actor & { readonly isApproved: true }, now: Date) => Promise<void>

/** The approvers of policies decide whether policies need approval. */
export function kindOf(change: RequestedChange): ChangeRequestKind {
  if (change.operation === 'update-group' || change.operation === 'update-user') return 'people'
  if (change.operation !== 'update-organization') return 'policy'
  const { dataRetention, requiresRetentionApproval } = change.body
  return dataRetention || requiresRetentionApproval !== undefined ? 'retention' : 'policy'
}

/** @throws Failure `access.denied` for a change that the actor could not make at once */
export function requireMaker(actor: Actor, change: RequestedChange): void {
  const permission = missing(actor, change)
  if (permission) throw new Failure('access.denied', { permission })
}

export const mayMake = (actor: Actor, change: RequestedChange): boolean => !missing(actor, change)

function missing({ permissions }: Actor, change: RequestedChange): Permission | undefined {
  return neededFor(change).find((one) => !permissions.has(one))
}

function neededFor(change: RequestedChange): readonly Permission[] {
  if (change.operation === 'update-group') return ['groups.manage']
  if (change.operation === 'update-user') return ['messenger_users.manage']
  if (change.operation !== 'update-organization') return ['policies.manage']
  return [
    'organization.manage',
    ...(kindOf(change) === 'retention' ? (['retention.manage'] as const) : []),
    ...(change.body.readsUnderPseudonyms === false ? (['messages.reveal_identity'] as const) : []),
  ]
}

export const policyOf = (change: RequestedChange): PolicyId | undefined =>
  'policyId' in change ? change.policyId : undefined

/** The thing that a change is about; undefined for a new policy and for the organization. */
export function aboutOf(change: RequestedChange): PolicyId | GroupId | UserId | undefined {
  if (change.operation === 'update-group') return change.groupId
  return change.operation === 'update-user' ? change.userId : policyOf(change)
}

/** The change based on the current version, unless it names one. */
export async function onCurrentVersion(tx: TenantTx, change: RequestedChange): Promise<RequestedChange> {
  if (change.operation === 'update-group')
    return { ...change, body: basedOn(await requireGroup(tx, change.groupId), change.body) }
  if (change.operation === 'update-user')
    return { ...change, body: basedOn(await requireUser(tx, 'messenger', change.userId), change.body) }
  if (!('policyId' in change)) return change
  const policy = await requirePolicy(tx, change.policyId)
  if (change.operation === 'update-policy') return { ...change, body: basedOn(policy, change.body) }
  return { expectedVersion: policy.version, ...change }
}

const basedOn = <Body extends { readonly expectedVersion?: number | undefined }>(
  { version }: { readonly version: number },
  body: Body,
): Body => ({ ...body, expectedVersion: body.expectedVersion ?? version })

/**
 * Runs the checks that happen outside the transaction, such as those of patterns.
 * @throws Failure as the endpoint of the change
 */
export async function prepare(
  { judging, secrets, identityAdmin }: ChangeRequestContext,
  actor: Actor,
  change: RequestedChange,
  signal: AbortSignal,
): Promise<Run> {
  switch (change.operation) {
    case 'create-policy':
      await judging.checkPatterns(actor, patternsOf(change.body.rules), signal)
      return async (tx, editor, now) => void (await createPolicy(tx, editor, change.body, now))
    case 'update-policy':
      await judging.checkPatterns(actor, patternsOf(change.body.rules?.put ?? []), signal)
      return (tx, editor, now) => updatePolicy(tx, editor, { id: change.policyId, change: change.body }, now)
    case 'create-policy-rule':
      await judging.checkPatterns(actor, [change.body], signal)
      return (tx, editor, now) => createRule(tx, editor, { ...ruleOf(change), rule: change.body }, now)
    case 'update-policy-rule':
      await judging.checkPatterns(actor, patternsOf([change.body]), signal)
      return (tx, editor, now) =>
        updateRule(tx, editor, { ...ruleOf(change), ruleId: change.ruleId, change: change.body }, now)
    case 'delete-policy-rule':
      return (tx, editor, now) => deleteRule(tx, editor, { ...ruleOf(change), ruleId: change.ruleId }, now)
    case 'import-policy-rules': {
      const { policyId: id, fileType, expectedVersion } = change
      const read = await judging.readRuleFile(actor, Buffer.from(change.csv), change, signal)
      return async (tx, editor, now) =>
        void (await importRules(tx, editor, { id, fileType, expectedVersion, dryRun: false, read }, now))
    }
    case 'update-group':
      return (tx, editor, now) =>
        keepingOwnReach(tx, editor, () =>
          updateGroup(tx, editor, { id: change.groupId, change: change.body }, now),
        )
    case 'update-user': {
      const asked = { side: 'messenger', id: change.userId, change: change.body } as const
      return (tx, editor, now) =>
        keepingOwnReach(tx, editor, () => updateUser(tx, { identityAdmin, actor: editor }, asked, now))
    }
    case 'update-organization':
      return (tx, editor, now) =>
        changeOrganization(tx, editor, change.body, { secrets, now, isApproved: true })
  }
}

const ruleOf = ({
  policyId,
  expectedVersion,
}: {
  readonly policyId: PolicyId
  readonly expectedVersion?: number | undefined
}) => ({ id: policyId, expectedVersion })
