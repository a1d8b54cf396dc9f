/*
 * Rows as PostgreSQL's COPY writes them: one line each, with tabs between columns, and backslashes before characters that mean
 * either. Lines are stored as latin1, one character per byte, so they compare like their bytes, which is the order of keys.
 */

/** A key's columns in a line. */
type Key = readonly string[]

/** Whether a key's column is a number; everything else is ordered by its bytes. */
export type KeyKinds = readonly ('number' | 'bytes')[]

export function compareKeys(a: Key, b: Key, kinds: KeyKinds): number {
  for (const [i, kind] of kinds.entries()) {
    const [one = '', other = ''] = [a[i], b[i]]
    if (one === other) continue
    if (kind === 'number') return Number(one) - Number(other)
    return unescape(one) < unescape(other) ? -1 : 1
  }
  return 0
}

/** Ordered lines, read one by one. */
export class Cursor {
  /** The current line; undefined after the last. */
  line: string | undefined
  readonly #batches: AsyncIterator<readonly string[]>
  #batch: readonly string[] = []
  #at = 0

  constructor(batches: AsyncIterable<readonly string[]>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  static async open(batches: AsyncIterable<readonly string[]>): Promise<Cursor> {
    const cursor = new Cursor(batches)
    await cursor.#fill()
    return cursor
  }

  /** Moves to the next line. It rarely has to wait. */
  advance(): Promise<void> | undefined {
    this.#at += 1
    if (this.#at >= this.#batch.length) return this.#fill()
    this.line = this.#batch[this.#at]
    return undefined
  }

  async #fill(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#batches.next()
      if (done) return void (this.line = undefined)
      if (value.length === 0) continue
      this.#batch = value
      this.#at = 0
      this.line = value[0]
      return
    }
  }
}

/** The lines of a stream, in groups of one chunk. @throws Error if the last has no end */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  // Of the line that is not over. A record of megabytes is one line in thousands of chunks, and is joined once.
  let parts: string[] = []
  for await (const chunk of chunks) {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    const end = text.indexOf('\n')
    parts.push(end < 0 ? text : text.slice(0, end))
    if (end < 0) continue
    const lines = text.slice(end + 1).split('\n')
    const rest = lines.pop() ?? ''
    lines.unshift(parts.join(''))
    parts = rest === '' ? [] : [rest]
    yield lines
  }
  if (parts.length > 0) throw new Error('The last line is cut off')
}

/** Joins lines to chunks of a suitable size. */
export class LineBuffer {
  #lines: string[] = []
  #length = 0

  add(line: string): void {
    this.#lines.push(line)
    this.#length += line.length + 1
  }

  get isFull(): boolean {
    return this.#length > 256 * 1024
  }

  take(): Buffer {
    const text = this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`
    this.#lines = []
    this.#length = 0
    return Buffer.from(text, 'latin1')
  }
}

/** Some columns of a line. */
export function columnsOf(line: string, positions: readonly number[]): string[] {
  const last = Math.max(...positions)
  const columns = line.split('\t', last + 1)
  return positions.map((position) => columns[position] ?? '')
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** The bytes of a column. */
export function unescape(column: string): string {
  return column.includes('\\')
    ? column.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
    : column
}

/** The bytes of a column as an SQL literal. */
export function toLiteral(column: string): string {
  return `'${Buffer.from(unescape(column), 'latin1').toString('utf8').replaceAll("'", "''")}'`
}
