import type { IdentityContext } from '#domains/identity/memory.ts'
import { Failure } from '#kernel/failure.ts'

/**
 * Calls the pool. Returns the name of an accepted error, or `done`.
 * @throws Failure `unavailable` for any other error: the change is rolled back.
 */
export type Call = (work: () => Promise<unknown>, accepted?: readonly string[]) => Promise<string>

export function makeCall(log: IdentityContext['log']): Call {
  return async (work, accepted = []) => {
    try {
      await work()
      return 'done'
    } catch (error) {
      const name = error instanceof Error ? error.name : ''
      if (accepted.includes(name)) return name
      log.error({ err: error }, 'the user pool refused a call')
      throw new Failure('unavailable', {}, error)
    }
  }
}
