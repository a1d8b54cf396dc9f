import { createHash } from 'node:crypto'
import { sniffType } from '#platform/sniff.ts'
import type { MediaOutcome } from './provider-calls.ts'

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
