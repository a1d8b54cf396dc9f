import type { SMTPServerDataStream } from 'smtp-server'
import { Reply } from './smtp-admission.ts'

/** Reads to the end in any case, so that the answer is heard; keeps nothing of what is too large or not wanted. */
export async function readAll(
  stream: SMTPServerDataStream,
  discard: boolean,
): Promise<Uint8Array | undefined> {
  let parts: Uint8Array[] = []
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    if (discard || stream.sizeExceeded) parts = []
    else parts.push(part)
  }
  return discard || stream.sizeExceeded ? undefined : Buffer.concat(parts)
}

/** Tells a callback how some work ended. */
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
