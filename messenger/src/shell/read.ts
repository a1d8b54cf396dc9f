import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { forgetAnswers } from '@verbatim/client/forget-user.ts'
import { findKept, forgetKept, keep } from './kept.ts'
import type { Visit } from './visit.ts'

/** An answer, and whether it is a stored one. */
interface Read<T> {
  readonly answer: T
  readonly isKept: boolean
}

/**
 * Reads through the API or, without a network, the answer stored under `key`. An answer without a key is not stored.
 * What the reader may not read any more is no longer stored.
 * @throws Failure `network` if no answer is stored either
 */
export async function readOrKept<T>(
  visit: Visit,
  key: string | undefined,
  call: (api: Api) => Promise<T>,
): Promise<Read<T>> {
  const reader = visit.reader()
  if (!reader) throw new Failure('session.missing')
  try {
    // The client would retry for a while, but if the browser reports that it is offline, we trust it.
    if (!visit.app || !navigator.onLine) throw new Failure('network')
    const answer = await call(visit.app.api)
    if (key !== undefined) void keepFor(visit, reader.id, key, answer)
    return { answer, isKept: false }
  } catch (error) {
    if (key !== undefined && isWithdrawn(error)) await forgetKept(reader.id, key)
    if (key === undefined || !(error instanceof Failure) || error.code !== 'network') throw error
    const kept = await findKept(reader.id, key)
    if (kept === undefined) throw error
    return { answer: kept as T, isKept: true }
  }
}

/** Whether the reader may not read a conversation, or may not any more. */
export const isWithdrawn = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'conversation.not-found'

/** A user who signs out while an answer is being stored leaves nothing behind either. */
async function keepFor(visit: Visit, readerId: string, key: string, answer: unknown): Promise<void> {
  if (visit.reader()?.id === readerId) await keep(readerId, key, answer)
  if (!visit.reader()) await forgetAnswers()
}
