/*
 * Rows as PostgreSQL's COPY writes them: a line each, columns apart by tabs, with backslashes before what would be read as
 * either. Lines are held as latin1, a character for each byte: they compare as their bytes do, which is how keys are ordered.
 */

/** A key's columns as one line has them. */
export type Key = readonly string[]

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

/** Lines with the order that they come in, read one by one. */
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

  /** Goes on by a line. There is only something to wait for now and then. */
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
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (
      rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    ).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  if (rest !== '') throw new Error('The last line is cut off')
}

/** Puts lines together to chunks of a good size. */
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

/** A column's own bytes. */
export function unescape(column: string): string {
  return column.includes('\\')
    ? column.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
    : column
}

/** A column's bytes as a literal of SQL. */
export function toLiteral(column: string): string {
  return `'${Buffer.from(unescape(column), 'latin1').toString('utf8').replaceAll("'", "''")}'`
}
