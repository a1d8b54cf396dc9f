/** The program of one judging thread: compiles and evaluates users' rules outside the endpoints' process. */
import { parentPort, workerData } from 'node:worker_threads'
import { checkPatterns } from '#domains/policies/model.ts'
import { readRuleFile } from '#domains/policies/rule-file.ts'
import { tryRules } from '#domains/policies/try-rules.ts'
import { previewDraft } from '#flows/try-policy/preview.ts'
import { Failure } from '#kernel/failure.ts'
import { openDb } from '#platform/db.ts'
import { stepBack } from '#platform/processes/nice-thread.ts'
import type { JudgingAnswer, JudgingGiven, JudgingTask } from './tasks.ts'

stepBack()
const { databaseUrl } = workerData as JudgingGiven
const db = openDb(databaseUrl, { max: 1, statementTimeoutMs: 10_000 })

async function work(task: JudgingTask): Promise<unknown> {
  switch (task.kind) {
    case 'try':
      return tryRules(task.draft)
    case 'check':
      return checkPatterns(task.rules)
    case 'file':
      return readRuleFile(task.file, task.how)
    case 'preview': {
      const until = performance.now() + task.dueMs
      const isDue = () => performance.now() > until
      return previewDraft(db, task.actor, task.policy, { days: task.days, now: task.now, isDue })
    }
  }
}

async function answer(task: JudgingTask): Promise<JudgingAnswer> {
  try {
    return { value: await work(task) }
  } catch (error) {
    if (error instanceof Failure) return { failure: { code: error.code, details: error.details } }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (task: JudgingTask) => {
  void answer(task).then((said) => parentPort?.postMessage(said))
})
parentPort?.postMessage('ready')
