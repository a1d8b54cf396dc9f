/** What somebody was writing when their session ended, kept in this tab until they are back. */
import type { PolicyDetail } from '@verbatim/contract/policies.ts'
import type { PolicyValues } from './policy-form.ts'

interface Unfinished {
  /** What it is a change of; undefined for a new policy. */
  readonly base: PolicyDetail | undefined
  readonly values: PolicyValues
}

const keyOf = (viewerId: string, policyId: string | undefined) =>
  `verbatim.unfinished-policy.${viewerId}.${policyId ?? 'new'}`

export function keepUnfinished(viewerId: string, unfinished: Unfinished): void {
  try {
    sessionStorage.setItem(keyOf(viewerId, unfinished.base?.id), JSON.stringify(unfinished))
  } catch (error) {
    // Ten thousand long rules are more than a tab may keep.
    if (!(error instanceof DOMException)) throw error
  }
}

export function findUnfinished(viewerId: string, policyId: string | undefined): Unfinished | undefined {
  const text = sessionStorage.getItem(keyOf(viewerId, policyId))
  return text === null ? undefined : (JSON.parse(text) as Unfinished) // only written above
}

export function forgetUnfinished(viewerId: string, policyId: string | undefined): void {
  sessionStorage.removeItem(keyOf(viewerId, policyId))
}
