import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { CallOf } from '@verbatim/contract/endpoint.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import { PolicyId } from '@verbatim/contract/ids.ts'
import { getPolicy, listPolicyRules, type PolicyDetail } from '@verbatim/contract/policies.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { previewPolicy, tryPolicy } from '@verbatim/contract/policy-trials.ts'
import { groupNamesQuery } from '#lists/group-names.ts'
import { knownId } from '#lists/one-query.ts'
import type { NamedPolicy } from './policy-form.ts'
import { groupNamer } from './policy-words.ts'

/** A policy with all its rules and the names of its groups, in its current version or in `version`. */
export function policyQuery(api: Api, id: string, version?: number) {
  return queryOptions({
    queryKey: ['policies', 'one', id, String(version ?? 'newest')],
    queryFn: async ({ client, signal }) => {
      const params = { id: knownId(PolicyId, id, 'policy.not-found') }
      const policy = await api(getPolicy, { params, query: { version } }, signal)
      const groups = policy.groupIds.length > 0 ? await client.fetchQuery(groupNamesQuery(api)) : []
      return withGroups(await withAllRules(api, policy, signal), groups)
    },
  })
}

export function withGroups(policy: PolicyDetail, groups: readonly GroupEntry[]): NamedPolicy {
  const nameOf = groupNamer(groups)
  return { ...policy, groups: policy.groupIds.map((id) => ({ id, name: nameOf(id) })) }
}

/** The policy with all its rules, because a policy of imported rules has thousands. */
export async function withAllRules(
  api: Api,
  policy: PolicyDetail,
  signal?: AbortSignal,
): Promise<PolicyDetail> {
  const { id, version, ruleCount, rules } = policy
  const limit = policyLimits.rulesPerPage
  const pages = Array.from({ length: Math.ceil((ruleCount - rules.length) / limit) }, (_, page) =>
    api(
      listPolicyRules,
      { params: { id }, query: { version, skip: rules.length + page * limit, limit } },
      signal,
    ),
  )
  if (pages.length === 0) return policy
  const rest = await Promise.all(pages)
  return { ...policy, rules: [...rules, ...rest.flatMap(({ items }) => items)] }
}

type TrialCall = CallOf<typeof tryPolicy>['body']

/**
 * Where draft rules match in a text. The same question always has the same answer.
 * @param keys The keys of the rules of `body` on this screen; they are stored with the answer.
 */
export function trialQuery(api: Api, body: TrialCall, keys: readonly string[]) {
  return queryOptions({
    queryKey: ['policy-trials', body, keys],
    queryFn: async ({ signal }) => {
      const { text, subject = '' } = body
      return { text, subject, keys, ...(await api(tryPolicy, { body }, signal)) }
    },
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

type PreviewCall = CallOf<typeof previewPolicy>['body']

/** The events that a draft would have raised. When the screen closes, the server's work is cancelled too. */
export function previewQuery(api: Api, body: PreviewCall) {
  return queryOptions({
    queryKey: ['policy-previews', body],
    queryFn: ({ signal }) => api(previewPolicy, { body }, signal),
    staleTime: 60_000,
    gcTime: 60_000,
  })
}
