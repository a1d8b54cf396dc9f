import { expect, test } from 'vitest'
import { StoreAway } from '#platform/files/failures.ts'
import { openPatientReader } from '#platform/files/patient-reader.ts'
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
  const read = () => {
    reads += 1
    return Promise.resolve({ bytes: Buffer.from('an attachment') })
  }
  const made = backUpAttachments(writingOf(20_000, { 'attachments.index': 1_000 }), read)
  await expect(made).rejects.toThrow('attachments.index is full')
  expect(reads).toBeLessThan(5_000)
})

test('an attachment that the store cannot read is missing in the backup, and the others are in it', async () => {
  const bad = hashOf(1)
  const get = (_: unknown, sha256: Uint8Array) =>
    Buffer.from(sha256).toString('hex') === bad
      ? Promise.reject(new StoreAway(new Error('EIO: i/o error, read')))
      : Promise.resolve(Buffer.from('an attachment'))
  const made = await backUpAttachments(writingOf(3), openPatientReader({ get }, { pausesMs: [] }))
  expect(made).toEqual({ count: 2, written: 2, gone: 0, missing: [`${tenant} ${bad}`] })
})

test('a store that is away ends the backup', async () => {
  const get = () => Promise.reject(new StoreAway(new Error('connect ECONNREFUSED')))
  const made = backUpAttachments(writingOf(100), openPatientReader({ get }, { pausesMs: [] }))
  await expect(made).rejects.toThrow('The file store is not available: connect ECONNREFUSED')
})
