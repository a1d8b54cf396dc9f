/*
 * Many files in one: for each a line with its name, a tab and its size in bytes, and then its bytes.
 */

interface PackedFile {
  readonly name: string
  readonly bytes: Buffer
}

export function packed({ name, bytes }: PackedFile): Buffer {
  return Buffer.concat([Buffer.from(`${name}\t${bytes.length}\n`), bytes])
}

/** The files of a pack in sequence. @throws Error if the last one is cut off */
export async function* unpack(chunks: AsyncIterable<Buffer>): AsyncGenerator<PackedFile> {
  let [held, size]: [Buffer[], number] = [[], 0]
  let head: { name: string; size: number } | undefined
  const take = () => {
    const all = held.length === 1 ? (held[0] ?? Buffer.alloc(0)) : Buffer.concat(held)
    held = [all]
    return all
  }
  const readHead = () => {
    const all = take()
    const end = all.indexOf(10)
    if (end < 0) return undefined
    const [name = '', length] = all.subarray(0, end).toString().split('\t')
    held = [all.subarray(end + 1)]
    size -= end + 1
    return { name, size: Number(length) }
  }
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    while ((head ??= readHead()) && size >= head.size) {
      const all = take()
      yield { name: head.name, bytes: all.subarray(0, head.size) }
      held = [all.subarray(head.size)]
      size -= head.size
      head = undefined
    }
  }
  if (head || size > 0) throw new Error('The last file is cut off')
}
