import { isWhole } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { unzipPart, zipParts } from './unzip.ts'
import { type ZipEntry, zipFile } from './zip.ts'

async function written(entries: ZipEntry[]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipFile(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('entries come back by name and content, and equal entries make equal files', async () => {
  const entries = () => [
    { name: 'a/ä.txt', content: [Buffer.from('one'), Buffer.from(' two')] },
    { name: 'empty', content: [] },
    { name: 'large', content: [Buffer.alloc(3_000_000, 'x')] },
  ]
  const file = await written(entries())
  expect(await written(entries())).toEqual(file)
  expect([...zipParts(file)].map((part) => [part.name, unzipPart(part, 4_000_000).length])).toEqual([
    ['a/ä.txt', 7],
    ['empty', 0],
    ['large', 3_000_000],
  ])
})

test('a failing entry fails the file, and an abandoned file stops reading its entry', async () => {
  let rows = 0
  let isClosed = false
  async function* endless() {
    try {
      for (;;) {
        rows++
        yield await Promise.resolve(Buffer.from(`${Math.random()}`.repeat(1_000)))
      }
    } finally {
      isClosed = true
    }
  }
  async function* failing() {
    yield await Promise.resolve(Buffer.from('some'))
    throw new Error('The database is away')
  }
  await expect(written([{ name: 'a', content: failing() }])).rejects.toThrow('The database is away')
  let bytes = 0
  for await (const chunk of zipFile([{ name: 'a', content: endless() }]))
    if ((bytes += chunk.length) > (isWhole ? 200_000 : 20_000)) break
  await expect.poll(() => isClosed).toBe(true)
  const read = rows
  await new Promise((resolve) => void setTimeout(resolve, 20))
  expect(rows).toBe(read)
})
