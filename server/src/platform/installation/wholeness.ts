import { sql } from 'kysely'
import type { Secrets } from '#platform/crypto.ts'
import { acrossTenants, type Db } from '#platform/db.ts'
import type { Seal } from './seal.ts'

/** Whether the database's answers about accounts can be trusted; if so, a missing account is final. */
export interface Wholeness {
  /** Checks the database, unless it was complete a moment ago. @throws the database's errors */
  isWhole(): Promise<boolean>
}

/** The account may exist in the database that belongs here: the sender must try again later. */
export class NotWhole extends Error {
  override name = 'NotWhole'
  constructor() {
    super('The database is not known to be whole')
  }
}

/** A complete database is checked again after this long, because it may be another one after a switch or a restore. */
const believedMs = 1_000

/**
 * Watches the database in which endpoints look up accounts. It is complete if its seal is ours and every counted
 * organization exists, and at least one does: without any, a restore may still be running.
 */
export function watchWholeness(db: Db, secrets: Pick<Secrets, 'owns'>, now: () => Date): Wholeness {
  let until = 0
  return {
    async isWhole() {
      if (now().getTime() < until) return true
      const { rows } = await acrossTenants(db, 'an endpoint checks whose installation this is', (tx) =>
        sql<State>`select id, seal, said, found from installation_state()`.execute(tx),
      )
      const [state] = rows
      const isWhole =
        state !== undefined && state.found > 0 && state.said === state.found && secrets.owns(state)
      if (isWhole) until = now().getTime() + believedMs
      return isWhole
    },
  }
}

interface State extends Seal {
  readonly said: number
  readonly found: number
}
