import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fullAfter } from '#testing/small-disks.ts'
import type { Writing } from './back-up.ts'
import { backUpTable } from './table-part.ts'

const table = {
  name: 'message',
  columns: ['id', 'body'],
  key: ['id'],
  keyTypes: ['integer'],
  kinds: ['number'],
} as const

/** Rows that come slowly enough for a file to fail between two of them. */
async function* slowRows() {
  for (let id = 0; id < 2_000; id += 1) {
    yield Buffer.from(`hash${id}\t${id}\t${'a'.repeat(500)}\n`)
    await turn()
  }
}

/** @param room So many bytes of each file. */
const writingTo = (room: Readonly<Record<string, number>>) =>
  ({
    snapshot: { copy: slowRows },
    parent: undefined,
    tell: () => {},
    write: fullAfter(room),
  }) as unknown as Writing

test.each([
  ['the index', { 'message.index': 4_000 }, 'message.index is full'],
  ['the rows', { 'message.rows': 4_000 }, 'message.rows is full'],
])('a disk that has no room for %s ends the backup, with that reason', async (_, room, reason) => {
  await expect(backUpTable(writingTo(room), table)).rejects.toThrow(reason)
})

test('with room, every row is counted', async () => {
  expect(await backUpTable(writingTo({}), table)).toMatchObject({ rows: 2_000, written: 2_000 })
})
