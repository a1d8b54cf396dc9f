import type { Socket } from 'node:net'
import type pg from 'pg'

/** Sets the organization that a transaction sees, and returns the process id of its connection. */
export const setTenant = "select set_config('app.tenant_id', $1, true)"

const isOpening = (text: unknown): boolean =>
  text === setTenant || (typeof text === 'string' && /^(begin|start transaction)\b/.test(text))
const isEnd = (text: unknown): boolean => text === 'commit' || text === 'rollback'

type Ask = (...args: unknown[]) => unknown

/**
 * Sends the opening of a transaction without waiting for its answer. It is sent with the first statement, so a transaction
 * takes two round trips less. If the opening fails, that statement fails with that error, and the connection is closed: no more
 * statements run without a transaction. That statement itself may have run, as after an unanswered commit; without its
 * organization it sees and writes no rows. The connection must support pipelining.
 */
export function sendOpeningsAhead(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Ask
  const { processID: pid, connection } = client as unknown as {
    processID: number
    connection: { stream: Socket }
  }
  let failure: Error | undefined
  client.query = ((...args: unknown[]) => {
    const [text] = args
    const answer = ask(...args)
    if (!(answer instanceof Promise)) return answer
    if (isOpening(text)) {
      if (text !== setTenant) failure = undefined
      answer.catch((error: Error) => (failure ??= error))
      return Promise.resolve({ command: 'SELECT', rowCount: 1, rows: [{ pid }] })
    }
    return answer.then(
      (result: unknown) => {
        const why = failure
        if (isEnd(text)) failure = undefined
        if (why && text !== 'rollback') {
          connection.stream.destroy()
          throw why
        }
        return result
      },
      (error: unknown) => {
        throw failure ?? error
      },
    )
  }) as typeof client.query
}
