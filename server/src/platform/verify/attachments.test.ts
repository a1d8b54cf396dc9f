import { createHash } from 'node:crypto'
import { TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { FileMissing, StoreAway } from '#platform/files/failures.ts'
import { openPatientReader } from '#platform/files/patient-reader.ts'
import { checkAttachments } from './attachments.ts'

const tenant = TenantId.parse('0197a000-0000-7000-8000-000000000001')
/** So many attachments, in the order in which a database names them. */
const some = (count: number) =>
  Array.from({ length: count }, (_, n) => Buffer.from(`attachment ${n}`))
    .map((bytes) => ({ bytes, hash: createHash('sha256').update(bytes).digest('hex') }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
const away = new StoreAway(new Error('EIO: i/o error, read'))

/** Checks attachments in a store that answers for some with an error. @returns How many, and what it said. */
async function check(
  attachments: ReturnType<typeof some>,
  errorOf: (n: number) => Error | undefined,
  isListed = true,
) {
  const get = (_: unknown, sha256: Uint8Array) => {
    const n = attachments.findIndex(({ hash }) => hash === Buffer.from(sha256).toString('hex'))
    const error = errorOf(n)
    return error ? Promise.reject(error) : Promise.resolve(attachments[n]!.bytes)
  }
  const findings: string[] = []
  const snapshot = {
    client: { query: () => Promise.resolve({ rows: [{ id: tenant }] }) },
    async *copy() {
      for (const { hash } of attachments) yield Buffer.from(`${tenant}\t${hash}\n`)
    },
  }
  const count = checkAttachments({
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
    note: (finding) => findings.push(finding),
    tell: () => {},
  })
  return { count: await count.catch((error: unknown) => error), findings }
}
const loose = `Files of organization ${tenant} that are not referenced: 1 (${'ff'.repeat(32)}).`

test('an attachment that cannot be read is named, and all others are checked', async () => {
  const three = some(3)
  expect(await check(three, (n) => (n === 1 ? away : undefined))).toEqual({
    count: 3,
    findings: [
      `The attachment ${three[1]?.hash} of organization ${tenant} is unreadable (EIO: i/o error, read).`,
      loose,
    ],
  })
})

test('what was found is said, even if the check does not come to its end', async () => {
  const three = some(3)
  const gone = new Error('Connection terminated')
  const errors = [new FileMissing('somewhere'), undefined, gone]
  expect(await check(three, (n) => errors[n])).toEqual({
    count: gone,
    findings: [`The attachment ${three[0]?.hash} of organization ${tenant} is missing.`],
  })
})

test('of many only some are named', async () => {
  const { findings } = await check(some(9), (n) => (n % 2 === 1 ? away : undefined))
  expect(findings.slice(2)).toEqual(['2 more attachments are missing, damaged or unreadable.', loose])
})

test('a store that is away is one finding more, and how far the check came', async () => {
  const { count, findings } = await check(some(100), (n) => (n >= 30 ? away : undefined))
  expect(count).toBe(49)
  expect(findings.at(-1)).toBe(
    'The file store is not available: EIO: i/o error, read. 49 attachments were checked, and the others were not.',
  )
})

test('a store whose files cannot be listed is a finding', async () => {
  const { findings } = await check(some(1), () => undefined, false)
  expect(findings).toEqual([
    `The files of organization ${tenant} cannot be listed. The file store is not available: EIO: i/o error, read.`,
  ])
})
