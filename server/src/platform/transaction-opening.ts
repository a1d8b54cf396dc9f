import type pg from 'pg'

/** Sets the organization that a transaction sees; answered with the process id of its connection. */
export const setTenant = "select set_config('app.tenant_id', $1, true)"

const isOpening = (text: unknown): boolean =>
  text === setTenant || (typeof text === 'string' && /^(begin|start transaction)\b/.test(text))

/** What PostgreSQL answers to every statement of a transaction after one that failed. */
const abortedState = '25P02'

type Ask = (...args: unknown[]) => unknown

/**
 * Sends what opens a transaction without waiting for its answer: it travels with the first statement, so a transaction
 * costs two round trips less. Nothing is lost by it: where the opening fails, so does that statement, which is told why.
 * The connection must be one that pipelines.
 */
export function sendOpeningsAhead(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Ask
  const { processID: pid } = client as unknown as { processID: number }
  let failure: unknown
  client.query = ((...args: unknown[]) => {
    const answer = ask(...args)
    if (!(answer instanceof Promise)) return answer
    if (!isOpening(args[0]))
      return answer.catch((error: unknown) => {
        throw (error as { code?: unknown }).code === abortedState ? (failure ?? error) : error
      })
    if (args[0] !== setTenant) failure = undefined
    answer.catch((error: unknown) => (failure ??= error))
    return Promise.resolve({ command: 'SELECT', rowCount: 1, rows: [{ pid }] })
  }) as typeof client.query
}
