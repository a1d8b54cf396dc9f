import { z } from 'zod'
import { AuditChange } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion } from './expected-version.ts'
import { GroupChange, groupCalls } from './groups.ts'
import { ChangeRequestId, GroupId, PolicyId, RuleId, UserId } from './ids.ts'
import { listQuery, listSpec, page } from './list.ts'
import { OrganizationProtection } from './organizations.ts'
import { PolicyChange, PolicyDraft, policyRefusals } from './policies.ts'
import {
  hasTypeOfPattern,
  policyLimits,
  RuleChange,
  RuleDraft,
  RuleFileType,
  RuleScope,
  typeOfPattern,
} from './policy-rules.ts'
import { exactText, text } from './text.ts'
import { MessengerUserChange } from './user-drafts.ts'
import { messengerUsers } from './users.ts'

/** What a second person approves, if the organization requires it. Source: docs/rules/approval.md. */
export const changeRequestKinds = ['policy', 'retention', 'people'] as const
export const ChangeRequestKind = z.enum(changeRequestKinds)
export type ChangeRequestKind = z.infer<typeof ChangeRequestKind>

export const changeRequestKindNames: Record<ChangeRequestKind, string> = {
  policy: 'Policy',
  retention: 'Data retention and approval',
  people: 'People',
}

/** `rejected` by an approver, `withdrawn` by its requester. */
export const changeRequestStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const
export const ChangeRequestState = z.enum(changeRequestStates)
export type ChangeRequestState = z.infer<typeof ChangeRequestState>

export const changeRequestStateNames: Record<ChangeRequestState, string> = {
  pending: 'Awaiting approval',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

/** `dependentDays`: for so long after one user changed the account or rights of another, neither approves changes of the other. */
export const changeRequestLimits = { note: 1000, shownRules: 100, dependentDays: 7 } as const

/** Without a version, the one that is current when the change is sent. */
const ofPolicy = { policyId: PolicyId, ...expectedVersion }

/** A change, with the input of the endpoint that would make it directly. */
export const RequestedChange = z.discriminatedUnion('operation', [
  z.strictObject({ operation: z.literal('create-policy'), body: PolicyDraft }),
  z.strictObject({ operation: z.literal('update-policy'), policyId: PolicyId, body: PolicyChange }),
  z.strictObject({ operation: z.literal('create-policy-rule'), ...ofPolicy, body: RuleDraft }),
  z.strictObject({
    operation: z.literal('update-policy-rule'),
    ...ofPolicy,
    ruleId: RuleId,
    body: RuleChange.refine(hasTypeOfPattern, typeOfPattern),
  }),
  z.strictObject({ operation: z.literal('delete-policy-rule'), ...ofPolicy, ruleId: RuleId }),
  z.strictObject({
    operation: z.literal('import-policy-rules'),
    ...ofPolicy,
    fileType: RuleFileType,
    scope: RuleScope.default('message'),
    alsoDisguised: z.boolean().default(true),
    /** The file as text. */
    csv: exactText({ max: policyLimits.fileBytes }),
  }),
  z.strictObject({ operation: z.literal('update-organization'), body: OrganizationProtection }),
  z.strictObject({ operation: z.literal('update-group'), groupId: GroupId, body: GroupChange }),
  z.strictObject({
    operation: z.literal('update-user'),
    userId: UserId,
    body: MessengerUserChange.refine(({ enabled }) => enabled === undefined, {
      path: ['enabled'],
      message: 'This change needs no approval.',
    }),
  }),
])
export type RequestedChange = z.infer<typeof RequestedChange>

const Decided = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  /** Empty if none was given. */
  reason: z.string(),
})

/** A change that takes effect once a second person approves it. */
export const ChangeRequest = z.object({
  id: ChangeRequestId,
  kind: ChangeRequestKind,
  /** The policy that it changes; absent for a new policy and for what is no policy. */
  policyId: PolicyId.optional(),
  targetName: z.string(),
  /** The change as the audit trail will describe it. */
  type: z.string(),
  changes: z.array(AuditChange),
  /** The rules of a file, of which `changes` shows the first ones. */
  hasFile: z.boolean(),
  /** For the approver; empty if none was given. */
  note: z.string(),
  requestedAt: z.iso.datetime(),
  requestedBy: z.object({ id: UserId, name: z.string() }),
  state: ChangeRequestState,
  decided: Decided.optional(),
  /** The caller may approve and reject it, because it is pending and another person's. */
  canDecide: z.boolean(),
  /** Why the caller, who may reject it, cannot approve it: the text to show. */
  approvalRefusal: z.string().optional(),
  /** The caller may withdraw it. */
  canWithdraw: z.boolean(),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

export const changeRequestList = listSpec({
  fields: {
    requestedAt: { type: 'date', sort: true },
    targetName: { type: 'text', sort: true },
    kind: { type: 'enum', values: changeRequestKinds, sort: true },
    state: { type: 'enum', values: changeRequestStates, ordered: true, sort: true },
    policyId: { type: 'uuid' },
    requestedBy: { type: 'uuid' },
    id: { type: 'uuid' },
  },
  defaultSort: '-requestedAt',
  search: ['targetName'],
})

/** The requests about things that the caller may see. */
export const listChangeRequests = endpoint({
  method: 'GET',
  path: '/bff/api/v1/change-requests',
  query: listQuery(changeRequestList),
  viewed: { as: 'change-requests', spec: changeRequestList },
  response: page(ChangeRequest),
  access: 'policies.view',
})

/**
 * For those who may make the change and see requests about it. The change is checked as if it were made, without changing
 * anything.
 */
export const createChangeRequest = endpoint({
  method: 'POST',
  path: '/bff/api/v1/change-requests',
  body: z.strictObject({
    change: RequestedChange,
    note: text({ max: changeRequestLimits.note }).default(''),
  }),
  response: ChangeRequest,
  access: 'signed-in',
  failures: [
    ...policyRefusals,
    ...groupCalls.update.failures,
    ...messengerUsers.update.failures,
    'change-request.no-approver',
    'change-request.nothing',
    'change-request.pending',
    'change-request.unseen',
    'organization.needs-second-approver',
    'policy.changed',
    'policy.empty-file',
    'policy.mixed-file-types',
    'policy.name-taken',
    'policy.not-csv',
    'policy.not-found',
    'policy.removes-prompts',
    'policy.rule-kept',
    'policy.too-many-rows',
    'policy.which-separator',
    'request.too-costly',
    'rule.not-found',
  ],
})

/** The file of rules that a request would import. */
export const getRequestedRules = endpoint({
  method: 'GET',
  path: '/bff/api/v1/change-requests/:id/file',
  params: z.object({ id: ChangeRequestId }),
  response: z.any(),
  access: 'policies.view',
  failures: ['change-request.not-found'],
  file: true,
})

const ofSending: readonly string[] = [
  'change-request.no-approver',
  'change-request.nothing',
  'change-request.pending',
  'change-request.unseen',
]

/** Approval makes the change; it fails as the change would fail now. */
export const decideChangeRequest = endpoint({
  method: 'POST',
  path: '/bff/api/v1/change-requests/:id/decision',
  params: z.object({ id: ChangeRequestId }),
  body: z.strictObject({
    decision: z.enum(['approve', 'reject']),
    reason: text({ max: changeRequestLimits.note }).default(''),
  }),
  response: ChangeRequest,
  access: 'policies.approve',
  failures: [
    ...createChangeRequest.failures.filter((code) => !ofSending.includes(code)),
    'change-request.decided',
    'change-request.dependent',
    'change-request.not-found',
    'change-request.own',
    'change-request.requester-may-not',
    'change-request.stale',
  ],
})

/** Only for its requester. */
export const withdrawChangeRequest = endpoint({
  method: 'DELETE',
  path: '/bff/api/v1/change-requests/:id',
  params: z.object({ id: ChangeRequestId }),
  response: ChangeRequest,
  access: 'policies.view',
  failures: ['change-request.decided', 'change-request.not-found', 'change-request.not-own'],
})
