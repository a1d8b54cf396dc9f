import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { inTenant } from '#platform/db.ts'
import { silentLog } from '#platform/log.ts'
import type { TestDatabase } from '#testing/database.ts'
import { deadly } from '#testing/fakes/deadly-worker.ts'
import { arrivalOf, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { ingest } from './ingest.ts'
import { keepArrivals } from './keep.ts'
import type { Lane } from './read-backlog.ts'
import { openReadingMark } from './reading-mark.ts'

let world: World
let tenant: WorldTenant
let database: TestDatabase
let home: string
useTenants('mark', (made, opened, own) => {
  tenant = made
  world = opened
  database = own
})
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'verbatim-mark-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const textOf = (messageKey: string) =>
  arrivalOf(world, tenant, [messageOf(world, { messageKey, conversationKey: messageKey })])
const unread = (text: string) =>
  arrivalOf(world, tenant, [], { bytes: Buffer.from(text), contentType: 'text/plain' })
const keep = (arrivals: Parameters<typeof keepArrivals>[2]) =>
  keepArrivals(world.ctx.db, tenant.id, arrivals, world.ctx.now())

const program = fileURLToPath(new URL('../../testing/fakes/deadly-worker.ts', import.meta.url))

/** @returns With what the process ended. */
async function runWorker(): Promise<number> {
  const child = fork(program, [database.url, home, tenant.id, String(world.ctx.now().getTime())], {
    execArgv: [],
  })
  const [code] = (await once(child, 'exit')) as [number]
  world.pass(60_000)
  return code
}

const findStored = () =>
  inTenant(world.ctx.db, tenant.id, async (tx) => ({
    read: (await tx.selectFrom('message').select('message_key').orderBy('message_key').execute()).map(
      (row) => row.message_key,
    ),
    waiting: await tx.selectFrom('record_backlog').select('attempts').execute(),
    aside: await tx.selectFrom('quarantined_record').select(['attempts', 'reason']).execute(),
  }))

test(
  'a record at which the process ends each time is read alone, then counts an attempt, and its neighbours are read',
  { tags: ['whole'], timeout: 120_000 },
  async () => {
    await keep([textOf('a'), unread(deadly), textOf('b')])
    // With its neighbours, alone, and when it is counted as an attempt, the neighbours are read.
    expect([await runWorker(), await runWorker(), await runWorker()]).toEqual([134, 134, 0])
    expect(await findStored()).toEqual({ read: ['a', 'b'], waiting: [{ attempts: 1 }], aside: [] })
  },
)

/** Reads the records of a lane with its mark in a home, in this process; `parse` is called before each of plain text is read. */
async function read(
  parse: () => Promise<void> | void,
  { folder = home, lane = 'fresh' as Lane } = {},
): Promise<number> {
  const find: typeof findConnector = (channel) => {
    const connector = findConnector(channel)
    return (
      connector && {
        ...connector,
        async parse() {
          await parse()
          return []
        },
      }
    )
  }
  const mark = await openReadingMark(folder, lane, silentLog)
  return ingest({ ...world.ctx, readers: { find }, mark }, tenant.id, lane)
}

const markFile = (lane: Lane = 'fresh') => join(home, `reading-${lane}`)

test('records are marked before they are read, and not after their turn', async () => {
  const kept = await keep([unread('one'), unread('two')])
  const marks: string[] = []
  await read(async () => void marks.push(await readFile(markFile(), 'utf8')))
  const ids = kept.map((record) => record.recordId).toSorted()
  expect(marks).toEqual([`${tenant.id} ${ids[0]} ${ids[1]}\n`, `${tenant.id} ${ids[0]} ${ids[1]}\n`])
  expect(await readFile(markFile(), 'utf8')).toBe('')
})

test('what was being read when the process ended is read alone, and then all others together', async () => {
  const kept = await keep([unread('one'), unread('two'), unread('three'), unread('four')])
  const [one, two, three, four] = kept.map((record) => record.recordId).toSorted()
  await writeFile(markFile(), `${tenant.id} ${one} ${two}\n`)
  const marks: string[] = []
  const note = async () => void marks.push(await readFile(markFile(), 'utf8'))
  const mark = (first?: string, last?: string) => `${tenant.id} ${first} ${last}\n`
  expect(await read(note)).toBe(2)
  expect(marks).toEqual([mark(one, one), mark(two, two)])
  expect(await read(note)).toBe(2)
  expect(marks.slice(2)).toEqual([mark(three, four), mark(three, four)])
})

test('what was being read alone when the process ended has had an attempt, and all others are read', async () => {
  const kept = await keep([unread('one'), unread('two'), unread('three')])
  const [one, two, three] = kept.map((record) => record.recordId).toSorted()
  await writeFile(markFile(), `${tenant.id} ${one} ${one}\n`)
  const marks: string[] = []
  const note = async () => void marks.push(await readFile(markFile(), 'utf8'))
  expect(await read(note)).toBe(1)
  expect(marks).toEqual([])
  expect(await read(note)).toBe(2)
  expect(marks).toEqual(Array(2).fill(`${tenant.id} ${two} ${three}\n`))
  expect(await findStored()).toMatchObject({ waiting: [{ attempts: 1 }], aside: [] })
})

test('what was being read when the process ended at its last attempt is quarantined', async () => {
  const [kept] = await keep([unread('one')])
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('record_backlog').set({ attempts: 4 }).execute(),
  )
  await writeFile(markFile('again'), `${tenant.id} ${kept?.recordId} ${kept?.recordId}\n`)
  expect(await read(() => expect.fail('It is not read again'), { lane: 'again' })).toBe(1)
  expect(await findStored()).toEqual({
    read: [],
    waiting: [],
    aside: [{ attempts: 5, reason: 'The process ended while it read the record' }],
  })
})

test('a turn that fails leaves no mark, so that its records count no attempt', async () => {
  await keep([unread('one')])
  const away = Object.assign(new Error('not now'), { code: 'ECONNREFUSED' })
  await expect(read(() => Promise.reject(away))).rejects.toBe(away)
  expect(await readFile(markFile(), 'utf8')).toBe('')
  expect(await read(() => {})).toBe(1)
  expect((await findStored()).waiting).toEqual([])
})

test.for([
  ['of another organization', () => `${crypto.randomUUID()} ${crypto.randomUUID()} ${crypto.randomUUID()}\n`],
  ['of records that are read already', () => `${tenant.id} ${crypto.randomUUID()} ${crypto.randomUUID()}\n`],
  ['that was not written whole', () => `${tenant.id} 0190`],
] as const)('a mark %s changes nothing', async ([, text]) => {
  await keep([unread('one')])
  await writeFile(markFile(), text())
  expect(await read(() => {})).toBe(1)
  expect((await findStored()).waiting).toEqual([])
})

test('records are read where no mark can be kept', async () => {
  await keep([unread('one')])
  await writeFile(join(home, 'a-file'), '')
  expect(await read(() => {}, { folder: join(home, 'a-file') })).toBe(1)
})
