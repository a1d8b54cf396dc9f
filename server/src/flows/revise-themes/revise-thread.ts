/** The program of the thread that revises themes: seconds of arithmetic that must not delay other work. */
import { parentPort, workerData } from 'node:worker_threads'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { openDb } from '#platform/db.ts'
import { stepBack } from '#platform/processes/nice-thread.ts'
import { reviseThemes } from './revise.ts'

/** The data that the thread needs from the program that starts it. */
export interface RevisingGiven {
  readonly databaseUrl: string
}

export interface RevisedTenant {
  readonly tenantId: TenantId
  readonly now: Date
}

stepBack()
const { databaseUrl } = workerData as RevisingGiven
const db = openDb(databaseUrl, { max: 1 })

async function revise({ tenantId, now: began }: RevisedTenant): Promise<{ bug?: string }> {
  const since = performance.now()
  const now = () => new Date(began.getTime() + (performance.now() - since))
  try {
    await reviseThemes({ db, now }, tenantId)
    return {}
  } catch (error) {
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (task: RevisedTenant) => {
  void revise(task).then((said) => parentPort?.postMessage(said))
})
parentPort?.postMessage('ready')
