import { createHash } from 'node:crypto'
import type { SMTPServerDataStream } from 'smtp-server'
import { Reply } from './admission.ts'

/** The data between DATA and its end. */
export interface MailBytes {
  readonly bytes: Uint8Array
  readonly sha256: Buffer
}

/**
 * Always reads to the end, so that the sender gets the answer; keeps nothing of a mail that is too large or unwanted. The hash
 * is computed from each piece as it arrives: hashing fifty megabytes at once would delay all other connections.
 * @param mayHold Called for every piece; after the first `false`, nothing is kept.
 */
export async function readAll(
  stream: SMTPServerDataStream,
  mayHold: (sizeBytes: number) => boolean,
): Promise<MailBytes | undefined> {
  let parts: Uint8Array[] | undefined = []
  const hash = createHash('sha256')
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    if (!parts || stream.sizeExceeded || !mayHold(part.length)) {
      parts = undefined
      continue
    }
    hash.update(part)
    parts.push(part)
  }
  if (!parts || stream.sizeExceeded) return undefined
  return {
    bytes: parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts),
    sha256: hash.digest(),
  }
}

/** Calls back with the result of some work. */
export function answer<Value>(
  work: Promise<Value>,
  done: (error: Error | null, value?: Value) => void,
): void {
  const tell = async () => {
    let value: Value
    try {
      value = await work
    } catch (error) {
      return done(error instanceof Reply ? error : new Reply(451, '4.3.0 Try again later', error))
    }
    done(null, value)
  }
  void tell()
}
