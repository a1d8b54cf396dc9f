import { createHash } from 'node:crypto'
import { TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { StoreAway } from '#platform/files/failures.ts'
import { openPatientReader } from '#platform/files/patient-reader.ts'
import { checkAttachments } from './attachments.ts'

const tenant = TenantId.parse('0197a000-0000-7000-8000-000000000001')
const bytesOf = (n: number) => Buffer.from(`attachment ${n}`)
const hashOf = (n: number) => createHash('sha256').update(bytesOf(n)).digest('hex')
const away = new StoreAway(new Error('EIO: i/o error, read'))

/** Checks so many attachments of a store that cannot read some. */
const check = (attachments: number, isBad: (n: number) => boolean, isListed = true) => {
  const hashes = Array.from({ length: attachments }, (_, n) => hashOf(n))
  const get = (_: unknown, sha256: Uint8Array) => {
    const n = hashes.indexOf(Buffer.from(sha256).toString('hex'))
    return isBad(n) ? Promise.reject(away) : Promise.resolve(bytesOf(n))
  }
  const snapshot = {
    client: { query: () => Promise.resolve({ rows: [{ id: tenant }] }) },
    async *copy() {
      for (const hash of hashes) yield Buffer.from(`${tenant}\t${hash}\n`)
    },
  }
  return checkAttachments({
    snapshot: snapshot as never,
    read: openPatientReader({ get }, { pausesMs: [] }),
    blobs: {
      async *list() {
        if (!isListed) throw away
        yield { sha256: Buffer.alloc(32, 0xff), sizeBytes: 1, writtenAt: new Date('2026-01-01') }
      },
    },
    now: new Date('2026-01-02'),
    most: 2,
    tell: () => {},
  })
}
const loose = `Files of organization ${tenant} that are not referenced: 1 (${'ff'.repeat(32)}).`

test('an attachment that cannot be read is named, and all others are checked', async () => {
  expect(await check(3, (n) => n === 1)).toEqual({
    count: 3,
    findings: [
      `The attachment ${hashOf(1)} of organization ${tenant} is unreadable (EIO: i/o error, read).`,
      loose,
    ],
  })
})

test('of many only some are named', async () => {
  const { findings } = await check(9, (n) => n % 2 === 1)
  expect(findings.slice(2)).toEqual(['2 more attachments are missing, damaged or unreadable.', loose])
})

test('a store that is away is one finding more, and how far the check came', async () => {
  const { count, findings } = await check(100, (n) => n >= 30)
  expect(count).toBe(49)
  expect(findings.at(-1)).toBe(
    'The file store is not available: EIO: i/o error, read. 49 attachments were checked, and the others were not.',
  )
})

test('a store whose files cannot be listed is a finding', async () => {
  const { findings } = await check(1, () => false, false)
  expect(findings).toEqual([
    `The files of organization ${tenant} cannot be listed. The file store is not available: EIO: i/o error, read.`,
  ])
})
