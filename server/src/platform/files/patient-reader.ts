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
  { signal, pausesMs = usualPausesMs }: Partial<Patience> = {},
): ReadBlob {
  let failures = 0
  return async (tenantId, sha256) => {
    const get = () => blobs.get(tenantId, Buffer.from(sha256, 'hex'))
    const reading = await readOften(get, { signal, pausesMs })
    failures = reading instanceof StoreAway ? failures + 1 : 0
    if (!(reading instanceof StoreAway)) return reading
    if (failures >= failuresInRow) throw reading
    return { wrong: `unreadable (${causeOf(reading)})` }
  }
}

interface Patience {
  readonly signal: AbortSignal | undefined
  readonly pausesMs: readonly number[]
}

async function readOften(
  get: () => Promise<Buffer>,
  { signal, pausesMs }: Patience,
): Promise<Reading | StoreAway> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted()
    const reading = await get().then((bytes) => ({ bytes }), orFault)
    const pauseMs = pausesMs[attempt]
    if (!(reading instanceof StoreAway) || pauseMs === undefined) return reading
    await pause(pauseMs, undefined, { signal })
  }
}

function orFault(error: unknown): Reading | StoreAway {
  if (error instanceof StoreAway) return error
  if (error instanceof FileMissing) return { wrong: 'missing' }
  if (error instanceof FileDamaged) return { wrong: 'damaged' }
  throw error
}

const causeOf = ({ cause }: StoreAway) => (cause instanceof Error ? cause.message : String(cause))
