import type { FailureCode } from '@verbatim/contract/errors.ts'
import { Failure } from '#kernel/failure.ts'
import { StoreAway } from './files/failures.ts'

/** SQLSTATEs of "not now": connection, resource, lock, serialization, read-only and server errors. Source: PostgreSQL, appendix A. */
const states = /^(08|53|57P|55P03|40001|40P01|58|25006|25P0[34])/

/** The driver's messages without a code for a lost or silent connection. */
const words =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after calling end|driver has already been destroyed/

/** The system's codes for failed connections, and for a disk or process without space or access. */
const systemCodes =
  /^E(CONN|PIPE|AGAIN|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN|NOSPC|DQUOT|MFILE|NFILE|IO$|ROFS|ACCES)/

/**
 * Whether the database or file store is unavailable, busy, full or restarting. The caller did nothing wrong, nothing was saved, and
 * another attempt may succeed.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof StoreAway) return true
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // While a database restarts, its socket file is missing for a moment, so every error that keeps a connection from opening is
  // temporary.
  if (syscall === 'connect') return true
  if (typeof code === 'string' && (states.test(code) || systemCodes.test(code))) return true
  return words.test(error.message)
}

/** SQLSTATEs that speak of what is written: bad data, broken constraints, too much of something, and what a trigger raises. */
const ofData = /^(22|23|54|P0)/
/** Errors of Node about the values that it was given. */
const ofValues = /^ERR_/
/** A trigger of ours refuses a change as a missing right would be refused. */
const isRaised = ({ code, routine }: { code?: unknown; routine?: unknown }) =>
  code === '42501' && routine === 'exec_stmt_raise'

/**
 * Whether it is about what was to be stored, which would be refused again however often it is tried. Everything else may speak of the
 * whole database or of the way to it, such as a missing right, a damaged page or a certificate that has expired, and is waited for.
 */
export function isRefusal(error: unknown): boolean {
  const given = error as { code?: unknown; routine?: unknown }
  const { code } = given
  if (code === undefined) return !isPassing(error) // not the database's: a connector's, or a bug
  return typeof code === 'string' && (ofData.test(code) || ofValues.test(code) || isRaised(given))
}

/**
 * SQLSTATEs of values that cannot be read or kept: beyond a type's range, in another form, with a character that no text has. Division by
 * zero and a wrong argument of a function are ours.
 */
const ofForm = /^22(?!012|023)/

/** Whether the database could not read or keep a value as what it should be. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && ofForm.test(error.code)

/** Whether the database ended the session because a transaction said nothing for too long: we were busy with what it was to store. */
export const isIdleTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '25P03' || error.code === '25P04')

/** Whether a statement took longer than it may: `query_canceled`. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** The name of the constraint that a write broke; undefined for other errors. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string'
    ? constraint
    : undefined
}

/** Does `work`; a write that breaks the constraint is the failure. @throws Failure with this code */
export async function refusing<T>(constraint: string, code: FailureCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenConstraint(error) === constraint) throw new Failure(code, {}, error)
    throw error
  }
}
