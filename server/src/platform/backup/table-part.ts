import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Writing } from './back-up.ts'
import { type OpenBackup, readFileOf, type TableEntry } from './layout.ts'
import { columnsOf, compareKeys, Cursor, LineBuffer, linesOf, toLiteral } from './rows.ts'
import { indexQuery, rowsQuery, type Table } from './tables.ts'

/** Keys per statement. */
const fetchedAtOnce = 500

/**
 * Writes one table's part of a backup: `<table>.rows`, the keys of deleted rows as `<table>.gone`, and for the next
 * increment `<table>.index`, with key and hash of every current row.
 */
export async function backUpTable(writing: Writing, table: Table): Promise<TableEntry> {
  const counts = { rows: 0, written: 0, gone: 0 }
  const digest = createHash('sha256')
  const step = { writing, table, counts, digest }
  await (writing.parent ? writeChanges(step) : writeAll(step))
  return {
    ...table,
    columns: [...table.columns],
    key: [...table.key],
    keyTypes: [...table.keyTypes],
    kinds: [...table.kinds],
    ...counts,
    digest: digest.digest('hex'),
  }
}

interface Step {
  readonly writing: Writing
  readonly table: Table
  readonly counts: { rows: number; written: number; gone: number }
  /** Of the index. */
  readonly digest: Hash
}

/** Rows and index from one pass over the table. */
async function writeAll({ writing, table, counts, digest }: Step): Promise<void> {
  const index = new PassThrough()
  const indexed = writing.write(`${table.name}.index`, index)
  const keyAt = table.key.map((name) => table.columns.indexOf(name))
  async function* rows() {
    for await (const batch of linesOf(writing.snapshot.copy(rowsQuery(table)))) {
      if (batch.length === 0) continue
      const [bodies, keys] = [new LineBuffer(), new LineBuffer()]
      for (const line of batch) {
        const tab = line.indexOf('\t')
        const body = line.slice(tab + 1)
        bodies.add(body)
        keys.add(`${columnsOf(body, keyAt).join('\t')}\t${line.slice(0, tab)}`)
      }
      counts.rows += batch.length
      tellRows(writing, table, counts.rows)
      await push(index, keys.take(), digest)
      yield bodies.take()
    }
    index.end()
  }
  await both(writing.write(`${table.name}.rows`, rows()), indexed, index)
  counts.written = counts.rows
}

/** Compares the old index with the new one, both in the order of the key. */
async function writeChanges({ writing, table, counts, digest }: Step): Promise<void> {
  const { snapshot } = writing
  const before = parentOf(writing)
  const [index, gone] = [new PassThrough(), new PassThrough()]
  const beside = Promise.all([
    writing.write(`${table.name}.index`, index),
    writing.write(`${table.name}.gone`, gone),
  ]).then(() => {})
  const width = table.key.length
  const [kept, removed] = [new LineBuffer(), new LineBuffer()]
  const flush = async () => {
    await push(index, kept.take(), digest)
    await push(gone, removed.take())
  }
  const orderOf = (one: string[] | undefined, other: string[] | undefined) => {
    if (!one || !other) return one ? -1 : 1
    return compareKeys(one.slice(0, width), other.slice(0, width), table.kinds)
  }
  /** Keys of rows to fetch. */
  const wanted: string[][] = []
  const take = (line: string | undefined, former: string | undefined) => {
    const [one, other] = [line?.split('\t'), former?.split('\t')]
    const order = orderOf(one, other)
    if (line !== undefined && one && order <= 0) {
      kept.add(line)
      if (order < 0 || one[width] !== other?.[width]) wanted.push(one.slice(0, width).map(toLiteral))
    } else if (other) removed.add(other.slice(0, width).join('\t'))
    counts[order <= 0 ? 'rows' : 'gone'] += 1
    return order
  }
  async function* rows() {
    const now = await Cursor.open(linesOf(snapshot.copy(indexQuery(table))))
    const then = await Cursor.open(linesOf(readFileOf(before, `${table.name}.index`)))
    while (now.line !== undefined || then.line !== undefined) {
      const order = take(now.line, then.line)
      const pause = advance([order <= 0 && now, order >= 0 && then])
      if (pause) await pause
      if (kept.isFull) tellRows(writing, table, counts.rows)
      if (kept.isFull || removed.isFull) await flush()
      if (wanted.length >= fetchedAtOnce) yield* fetchRows(wanted.splice(0))
    }
    if (wanted.length > 0) yield* fetchRows(wanted)
    await flush()
    index.end()
    gone.end()
  }
  async function* fetchRows(keys: readonly string[][]) {
    let found = 0
    for await (const batch of linesOf(snapshot.copy(rowsQuery(table, keys), 'second'))) {
      const bodies = new LineBuffer()
      for (const line of batch) bodies.add(line.slice(line.indexOf('\t') + 1))
      found += batch.length
      yield bodies.take()
    }
    if (found !== keys.length)
      throw new Error(`${table.name}: ${found} of ${keys.length} changed rows were found`)
    counts.written += found
  }
  const written = writing.write(`${table.name}.rows`, rows())
  await both(written, beside, index, gone)
}

/** Moves to the next line. It rarely has to wait. */
function advance(cursors: readonly (Cursor | false)[]): Promise<unknown> | undefined {
  const pauses = cursors.flatMap((cursor) => (cursor && cursor.advance()) || [])
  return pauses.length > 0 ? Promise.all(pauses) : undefined
}

function parentOf({ parent }: Writing): OpenBackup {
  if (!parent) throw new Error('An increment adds to a backup')
  return parent
}

/** Waits for files that are written in parallel; if one fails, it does not wait for the others. */
async function both(main: Promise<void>, beside: Promise<void>, ...streams: PassThrough[]): Promise<void> {
  main.catch((error: Error) => {
    for (const stream of streams) stream.destroy(error)
  })
  beside.catch(() => {})
  await main.catch(async (error: unknown) => {
    if (error instanceof FileClosed) await beside
    throw error
  })
  await beside
}

/** A stream is destroyed if its file cannot be written: the file's writer has the reason. */
class FileClosed extends Error {
  override name = 'FileClosed'
}

/** @throws FileClosed once nothing that is written arrives any more: such a stream never says that there is room again */
async function push(stream: PassThrough, bytes: Buffer, digest?: Hash): Promise<void> {
  digest?.update(bytes)
  if (bytes.length === 0) return
  if (!stream.destroyed && stream.write(bytes)) return
  if (!stream.destroyed) await roomIn(stream)
  if (stream.destroyed) throw new FileClosed('The file of this part can’t be written')
}

async function roomIn(stream: PassThrough): Promise<void> {
  const stop = new AbortController()
  const over = ['drain', 'close', 'error'].map((event) => once(stream, event, { signal: stop.signal }))
  await Promise.race(over).catch(() => {})
  stop.abort()
  await Promise.allSettled(over)
}

function tellRows({ tell }: Writing, { name }: Table, rows: number): void {
  tell(`${name}: ${rows.toLocaleString('en')} rows`)
}
