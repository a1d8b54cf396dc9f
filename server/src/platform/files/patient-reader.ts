import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { FileDamaged, FileMissing, StoreAway } from './failures.ts'

/** The bytes of a file, or what is wrong with it, as in "The file is missing". */
export type Reading = { readonly bytes: Buffer } | { readonly wrong: string }

export type ReadBlob = (tenantId: TenantId, sha256: string) => Promise<Reading>

/** After so many files in a row, the store has a fault, and not the files. */
const failuresInRow = 20
const usualPausesMs = [1_000, 4_000] as const

/**
 * Reads one file after another, of a store with which something may be wrong. A store does not say whether it is away or one
 * of its files cannot be read, such as for a damaged sector or a missing right: it is asked again after each pause, and then
 * for the next file.
 * @returns A function that rejects with `StoreAway` once many files in a row cannot be read.
 */
export function openPatientReader(
  blobs: { readonly get: (tenantId: TenantId, sha256: Uint8Array) => Promise<Buffer> },
  { signal, pausesMs = usualPausesMs }: { signal?: AbortSignal | undefined; pausesMs?: readonly number[] },
): ReadBlob {
  let failures = 0
  return async (tenantId, sha256) => {
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted()
      try {
        const bytes = await blobs.get(tenantId, Buffer.from(sha256, 'hex'))
        failures = 0
        return { bytes }
      } catch (error) {
        const wrong = faultOf(error)
        if (wrong !== undefined) {
          failures = 0
          return { wrong }
        }
        if (!(error instanceof StoreAway)) throw error
        const pauseMs = pausesMs[attempt]
        if (pauseMs === undefined) {
          failures += 1
          if (failures >= failuresInRow) throw error
          return { wrong: `unreadable (${causeOf(error)})` }
        }
        await pause(pauseMs, undefined, { signal })
      }
    }
  }
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof FileMissing) return 'missing'
  if (error instanceof FileDamaged) return 'damaged'
  return undefined
}

const causeOf = ({ cause }: StoreAway) => (cause instanceof Error ? cause.message : String(cause))
