import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Writing } from './back-up.ts'

/** Writes bytes to one of the files, and waits until there is room for more. */
export type Push = (bytes: Buffer) => Promise<void>

/**
 * Writes several files in one pass: `pass` yields the bytes of `main`, and pushes those of the others, in their order. If one
 * of them cannot be written, all end, with the reason of that one.
 */
export async function writeInOnePass(
  write: Writing['write'],
  main: string,
  others: readonly string[],
  pass: (...pushes: Push[]) => AsyncIterable<Uint8Array>,
): Promise<void> {
  const files = others.map((name) => openBeside(write, name))
  const beside = Promise.all(files.map(({ written }) => written))
  beside.catch(() => {}) // the pass gets the reason, or the end does
  async function* all() {
    yield* pass(...files.map((file) => (bytes: Buffer) => push(file, bytes)))
    for (const { stream } of files) stream.end()
  }
  try {
    await write(main, all())
  } catch (error) {
    for (const { stream } of files) stream.destroy(error as Error)
    throw error
  }
  await beside
}

interface BesideFile {
  readonly stream: PassThrough
  /** Its stream is destroyed before this rejects. */
  readonly written: Promise<void>
}

function openBeside(write: Writing['write'], name: string): BesideFile {
  const stream = new PassThrough()
  stream.on('error', () => {}) // `written` has it
  const written = write(name, stream).catch((error: unknown) => {
    stream.destroy()
    throw error
  })
  return { stream, written }
}

/** A stream is destroyed once its file cannot be written. It never says that there is room again. */
async function push({ stream, written }: BesideFile, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return
  if (!stream.destroyed && stream.write(bytes)) return
  if (!stream.destroyed) await roomIn(stream)
  if (stream.destroyed) await written
}

async function roomIn(stream: PassThrough): Promise<void> {
  const stop = new AbortController()
  const over = ['drain', 'close', 'error'].map((event) => once(stream, event, { signal: stop.signal }))
  await Promise.race(over).catch(() => {})
  stop.abort()
  await Promise.allSettled(over)
}
