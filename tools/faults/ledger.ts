import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** One attempt to deliver, and its answer. */
export interface Entry {
  /** The transport's key of the delivery. */
  readonly key: string
  /** The hash of the sent bytes. */
  readonly sha256: string
  readonly sentAt: number
  /** An HTTP status or SMTP code; `none` if the connection broke or no answer came. */
  readonly answer: number | 'none'
  readonly answeredAt: number
}

/** An append-only file outside of the system under test; an entry is durable before any check uses it. */
export interface Ledger extends AsyncDisposable {
  record(entry: Entry): void
  /** The entries since the last call, read back from the file after it was synced. */
  settle(): Promise<Entry[]>
}

export async function openLedger(path: string): Promise<Ledger> {
  const file = await open(path, 'wx')
  let pending = ''
  let offset = 0
  let writing = Promise.resolve()
  let isBusy = false
  const flush = () => {
    if (isBusy || pending === '') return
    isBusy = true
    writing = write()
  }
  async function write(): Promise<void> {
    while (pending !== '') {
      const lines = pending
      pending = ''
      await appendSynced(file, lines)
    }
    isBusy = false
  }
  return {
    record(entry) {
      pending += `${JSON.stringify(entry)}\n`
      flush()
    },
    async settle() {
      while (isBusy || pending !== '') {
        flush()
        await writing
      }
      const entries: Entry[] = []
      const lines = createInterface({ input: createReadStream(path, { start: offset }) })
      for await (const line of lines) entries.push(JSON.parse(line) as Entry)
      offset = (await file.stat()).size
      return entries
    },
    async [Symbol.asyncDispose]() {
      await writing
      await file.close()
    },
  }
}

async function appendSynced(file: FileHandle, lines: string): Promise<void> {
  await file.appendFile(lines)
  await file.datasync()
}
