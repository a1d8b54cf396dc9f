import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import type { CallOf } from '@verbatim/contract/endpoint.ts'
import { PolicyId } from '@verbatim/contract/ids.ts'
import { getPolicy, listPolicyRules, type PolicyDetail } from '@verbatim/contract/policies.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { previewPolicy, tryPolicy } from '@verbatim/contract/policy-trials.ts'

/** A policy with all its rules, as it stands or as it was in `version`. */
export function policyQuery(api: Api, id: string, version?: number) {
  return queryOptions({
    queryKey: ['policies', 'one', id, version],
    queryFn: async ({ signal }) => {
      const { data } = PolicyId.safeParse(id)
      if (!data) throw new Failure('policy.not-found')
      return withAllRules(
        api,
        await api(getPolicy, { params: { id: data }, query: { version } }, signal),
        signal,
      )
    },
  })
}

/** The policy with the rules that did not come with it: one of imported rules has thousands. */
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

export type TrialCall = CallOf<typeof tryPolicy>['body']

/**
 * Where draft rules match in a text. The same question has the same answer, always.
 * @param keys What the rules of `body` are called on this screen; they stay with the answer.
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

export type PreviewCall = CallOf<typeof previewPolicy>['body']

/** What a draft would have raised. Taken away from the screen, it is cancelled on the server too. */
export function previewQuery(api: Api, body: PreviewCall) {
  return queryOptions({
    queryKey: ['policy-previews', body],
    queryFn: ({ signal }) => api(previewPolicy, { body }, signal),
    staleTime: 60_000,
    gcTime: 60_000,
  })
}
