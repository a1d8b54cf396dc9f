import { createHash } from 'node:crypto'
import type { ProviderAnswer } from '#platform/public-fetch.ts'
import { sniffType } from '#platform/sniff.ts'
import type { MediaOutcome } from './provider-calls.ts'
import { postponedBy } from './unanswered.ts'

/** The outcome for a provider's whole answer: its bytes with their hash, the type it declares and the type they have. */
export async function toFetched(bytes: Uint8Array, declared: string): Promise<MediaOutcome> {
  const mimeDetected = await sniffType(bytes)
  return {
    outcome: 'fetched',
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...(declared && { mimeDeclared: declared }),
    ...(mimeDetected && { mimeDetected }),
  }
}

/** A medium may be missing for a while after its message. */
export const notFoundAttempts = 6

/** What a provider's answer means for the medium that it was asked for; `attempt` is counted from 1. */
export function outcomeOfAnswer(answer: ProviderAnswer, attempt = 1): Promise<MediaOutcome> | MediaOutcome {
  const { status, bytes, contentType } = answer
  if (status === 404 && attempt >= notFoundAttempts) return { outcome: 'gap', reason: 'not-found' }
  if (status !== 200) return postponedBy(answer)
  return bytes ? toFetched(bytes, contentType) : { outcome: 'gap', reason: 'too-large' }
}
