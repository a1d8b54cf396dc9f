import { availableParallelism } from 'node:os'
import type { InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import type { PolicyDraft } from '@verbatim/contract/policies.ts'
import type { previewPolicy, tryPolicy } from '@verbatim/contract/policy-trials.ts'
import type { CheckedPattern } from '#domains/policies/model.ts'
import type { ReadRules, RuleFileKind } from '#domains/policies/rule-file.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import { openShares, type ShareLimits } from '#platform/shares.ts'
import { openThreads, ThreadLost } from '#platform/processes/threads.ts'
import type { JudgingAnswer, JudgingGiven, JudgingTask } from './tasks.ts'

/**
 * Runs work on rules that users can make expensive, by turns, in threads without other work. Each call may
 * throw `request.too-busy` if the caller's share is used up, and `request.too-costly` if a piece of work exceeds its time
 * or memory.
 */
export interface Judging {
  readonly tryRules: (
    actor: Actor,
    draft: InputOf<typeof tryPolicy>['body'],
    signal: AbortSignal,
  ) => Promise<OutputOf<typeof tryPolicy>>
  /** @throws Failure `policy.bad-regex`, with its index among several in `rule` */
  readonly checkPatterns: (
    actor: Actor,
    rules: readonly CheckedPattern[],
    signal: AbortSignal,
  ) => Promise<void>
  /** @throws Failure as the reader of rule files */
  readonly readRuleFile: (
    actor: Actor,
    file: Uint8Array,
    how: RuleFileKind,
    signal: AbortSignal,
  ) => Promise<ReadRules>
  readonly preview: (
    actor: Actor,
    policy: PolicyDraft,
    days: number,
    signal: AbortSignal,
  ) => Promise<OutputOf<typeof previewPolicy>>
  close(): Promise<void>
}

/** At least two, so that two organizations do not wait for each other. They have a lower priority than answers. */
const threadCount = Math.max(2, Math.min(4, availableParallelism() - 1))

const limits: ShareLimits = {
  total: threadCount,
  perTenant: threadCount - 1,
  perPerson: 1,
  waitingPerPerson: 4,
  waitingPerTenant: 20,
  waitMs: 10_000,
}

/** For one piece of work: a draft of 500 rules on 100,000 characters, 10,000 patterns of a file, or a preview. */
const allowed = { timeoutMs: 12_000, memoryMb: 384, buffersMb: 384 }

/** Users wait for a preview in a form, so partial results are useful. */
const previewMs = 8_000

export function openJudging({ databaseUrl, now }: Clock & { readonly databaseUrl: string }): Judging {
  const given: JudgingGiven = { databaseUrl }
  const threads = openThreads<JudgingTask, JudgingAnswer>({
    threads: threadCount,
    ...allowed,
    program: new URL('./judging-thread.ts', import.meta.url),
    given,
  })
  const shares = openShares(limits)

  async function ask(actor: Actor, task: JudgingTask, signal: AbortSignal): Promise<unknown> {
    const said = await shares.run(actor, () => threads.ask(task, signal), signal).catch(asFailure)
    if ('value' in said) return said.value
    if ('failure' in said) throw new Failure(said.failure.code, said.failure.details)
    throw new Error(`A judging thread failed: ${said.bug}`)
  }

  return {
    tryRules: (actor, draft, signal) =>
      ask(actor, { kind: 'try', draft }, signal) as ReturnType<Judging['tryRules']>,
    async checkPatterns(actor, rules, signal) {
      const checked = rules
        .filter(({ type }) => type === 'regex')
        .map(({ type, pattern, place }) => ({ type, pattern, ...(place !== undefined && { place }) }))
      if (checked.length > 0) await ask(actor, { kind: 'check', rules: checked }, signal)
    },
    readRuleFile: (actor, file, { fileType, scope, alsoDisguised }, signal) =>
      ask(actor, { kind: 'file', file, how: { fileType, scope, alsoDisguised } }, signal) as ReturnType<
        Judging['readRuleFile']
      >,
    preview: (actor, policy, days, signal) =>
      ask(
        actor,
        { kind: 'preview', actor, policy, days, now: now(), dueMs: previewMs },
        signal,
      ) as ReturnType<Judging['preview']>,
    close: () => threads.close(),
  }
}

/** Work that ended its thread is too expensive; work that was cancelled or closed has no caller left. */
function asFailure(error: unknown): never {
  if (error instanceof ThreadLost && (error.reason === 'timeout' || error.reason === 'crash'))
    throw new Failure('request.too-costly', {}, error)
  if (error instanceof ThreadLost && error.reason === 'cancelled') throw error.cause as Error
  if (error instanceof ThreadLost && error.reason === 'closed') throw new Failure('unavailable', {}, error)
  throw error
}
