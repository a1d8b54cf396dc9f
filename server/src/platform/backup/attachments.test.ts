import { expect, test } from 'vitest'
import { fullAfter } from '#testing/small-disks.ts'
import { backUpAttachments } from './attachments.ts'
import type { Writing } from './back-up.ts'

const tenant = '0197a000-0000-7000-8000-000000000001'
const hashOf = (n: number) => n.toString(16).padStart(64, '0')

/** A backup of so many attachments. @param room So many bytes of each file. */
const writingOf = (attachments: number, room: Readonly<Record<string, number>> = {}) =>
  ({
    snapshot: {
      async *copy() {
        for (let n = 0; n < attachments; n += 1) yield Buffer.from(`${tenant}\t${hashOf(n)}\n`)
      },
    },
    parent: undefined,
    tell: () => {},
    write: fullAfter(room),
  }) as unknown as Writing

test('a disk that has no room for the list of attachments ends the backup before all of them are read', async () => {
  let reads = 0
  const get = () => {
    reads += 1
    return Promise.resolve(Buffer.from('an attachment'))
  }
  const made = backUpAttachments(writingOf(20_000, { 'attachments.index': 1_000 }), { get })
  await expect(made).rejects.toThrow('attachments.index is full')
  expect(reads).toBeLessThan(5_000)
})
