/** The requests to the judging threads, and their answers. Everything here can be cloned from thread to thread. */
import type { FailureCode } from '@verbatim/contract/errors.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { PolicyDraft } from '@verbatim/contract/policies.ts'
import type { tryPolicy } from '@verbatim/contract/policy-trials.ts'
import type { CheckedPattern } from '#domains/policies/model.ts'
import type { RuleFileKind } from '#domains/policies/rule-file.ts'
import type { Actor } from '#kernel/actor.ts'
import type { FailureDetails } from '#kernel/failure.ts'

export type JudgingTask =
  | { readonly kind: 'try'; readonly draft: InputOf<typeof tryPolicy>['body'] }
  | { readonly kind: 'check'; readonly rules: readonly CheckedPattern[] }
  | { readonly kind: 'file'; readonly file: Uint8Array; readonly how: RuleFileKind }
  | {
      readonly kind: 'preview'
      readonly actor: Actor
      readonly policy: PolicyDraft
      readonly days: number
      readonly now: Date
      readonly dueMs: number
    }

export type JudgingAnswer =
  | { readonly value: unknown }
  | { readonly failure: { readonly code: FailureCode; readonly details: FailureDetails } }
  | { readonly bug: string }

/** The data that a thread needs from the program that starts it. */
export interface JudgingGiven {
  readonly databaseUrl: string
}
