/** The program of one thread that judges costly texts. */
import { parentPort } from 'node:worker_threads'
import { type CompiledPolicies, compilePolicies, judge } from '#domains/policies/verdict.ts'
import type { CostlyAnswer, CostlyTask } from './costly-texts.ts'

let kept: { readonly edition: number; readonly compiled: CompiledPolicies } | undefined

function answer({ edition, policies, examined }: CostlyTask): CostlyAnswer {
  if (policies) kept = { edition, compiled: compilePolicies(policies) }
  return kept?.edition === edition ? judge(kept.compiled, examined) : 'unknown policies'
}

parentPort?.on('message', (task: CostlyTask) => parentPort?.postMessage(answer(task)))
parentPort?.postMessage('ready')
