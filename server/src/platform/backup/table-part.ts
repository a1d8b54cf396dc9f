import { createHash, type Hash } from 'node:crypto'
import type { Writing } from './back-up.ts'
import { type OpenBackup, readFileOf, type TableEntry } from './layout.ts'
import { type Push, writeInOnePass } from './one-pass.ts'
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
  const keyAt = table.key.map((name) => table.columns.indexOf(name))
  async function* rows(index: Push) {
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
      await index(hashed(keys.take(), digest))
      yield bodies.take()
    }
  }
  await writeInOnePass(writing.write, `${table.name}.rows`, [`${table.name}.index`], rows)
  counts.written = counts.rows
}

/** Compares the old index with the new one, both in the order of the key. */
async function writeChanges({ writing, table, counts, digest }: Step): Promise<void> {
  const { snapshot } = writing
  const before = parentOf(writing)
  const width = table.key.length
  const [kept, removed] = [new LineBuffer(), new LineBuffer()]
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
  async function* rows(index: Push, gone: Push) {
    const flush = async () => {
      await index(hashed(kept.take(), digest))
      await gone(removed.take())
    }
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
  const beside = [`${table.name}.index`, `${table.name}.gone`]
  await writeInOnePass(writing.write, `${table.name}.rows`, beside, rows)
}

function hashed(bytes: Buffer, digest: Hash): Buffer {
  digest.update(bytes)
  return bytes
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

function tellRows({ tell }: Writing, { name }: Table, rows: number): void {
  tell(`${name}: ${rows.toLocaleString('en')} rows`)
}
