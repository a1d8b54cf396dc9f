/**
 * Texts that cost rules many steps are judged in a thread: seconds in which the event loop would do nothing else. The thread compiles
 * the policies of a text again, and keeps those of the last one.
 */
import type { CompiledPolicies, Examined, StandingPolicy, Verdict } from '#domains/policies/verdict.ts'
import { openThreads, ThreadLost } from '#platform/processes/threads.ts'

export interface CostlyTexts {
  /**
   * Undefined if the thread could not say: it ran out of time or memory.
   * @throws ThreadLost `closed`
   */
  judge(compiled: CompiledPolicies, examined: Examined): Promise<Verdict | undefined>
  close(): Promise<void>
}

export interface CostlyTask {
  /** The number of the compiled policies. */
  readonly edition: number
  /** Absent if the thread may have compiled them already. */
  readonly policies?: readonly StandingPolicy[]
  readonly examined: Examined
}

export type CostlyAnswer = Verdict | 'unknown policies'

/** A message with all its steps takes seconds, and the text of a large file minutes. */
const limits = { threads: 2, timeoutMs: 180_000, memoryMb: 512 }

export function openCostlyTexts(): CostlyTexts {
  const threads = openThreads<CostlyTask, CostlyAnswer>({
    ...limits,
    program: new URL('./costly-thread.ts', import.meta.url),
  })
  const editions = new WeakMap<CompiledPolicies, number>()
  let count = 0
  function editionOf(compiled: CompiledPolicies): number {
    const edition = editions.get(compiled) ?? (count += 1)
    editions.set(compiled, edition)
    return edition
  }
  return {
    async judge(compiled, examined) {
      const asked = { edition: editionOf(compiled), examined: onlyExamined(examined) }
      try {
        let answer = await threads.ask(asked)
        if (answer === 'unknown policies')
          answer = await threads.ask({ ...asked, policies: compiled.policies })
        return answer === 'unknown policies' ? undefined : answer
      } catch (error) {
        if (error instanceof ThreadLost && error.reason !== 'closed') return undefined
        throw error
      }
    },
    close: () => threads.close(),
  }
}

/** What is judged is often a part of something larger. */
export const onlyExamined = (whole: Examined): Examined => ({
  text: whole.text,
  subject: whole.subject,
  others: whole.others,
  attachmentNames: whole.attachmentNames,
  attachmentTexts: whole.attachmentTexts,
  channel: whole.channel,
  direction: whole.direction,
  language: whole.language,
  groupIds: whole.groupIds,
  byUser: whole.byUser,
})
