import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isWhole } from '@verbatim/reference/share.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDiffering } from '#domains/metrics/kept-counts.ts'
import { inTenant } from '#platform/db.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts'
import { releaseSchema } from '#release-schema.ts'
import { prepareInstallation } from '#platform/installation/prepare.ts'
import { silentLog } from '#platform/log.ts'
import { verify } from '#platform/verify/verify.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { worldSecret } from '#testing/world-secret.ts'
import { backUp, type BackUpOptions, type MadeBackup } from './back-up.ts'
import { chooseBackup, openChain } from './chain.ts'
import { restoreInstallation } from './restore-installation.ts'
import { tryRestore } from './try-restore.ts'

/*
 * The drill: a running installation is backed up twice; both backups are restored into a new home and a new
 * database, started, signed in to, and verified.
 */

const passphrase = 'correct horse battery'
let folder: string
let database: TestDatabase
let world: World
let tenant: WorldTenant
let full: MadeBackup
let increment: MadeBackup
let sha256: Buffer

const options = (more: Partial<BackUpOptions> = {}): BackUpOptions => ({
  folder: join(folder, 'backups'),
  passphrase,
  ownerUrl: database.ownerUrl,
  home: world.ctx.config.VERBATIM_HOME,
  blobs: world.ctx.blobs,
  installation: '0197a000-0000-7000-8000-000000000009',
  release: '0.2.0',
  cost: 2 ** 10,
  now: new Date('2026-11-22T08:00:00Z'),
  tell: () => {},
  ...more,
})

const say = (body: string) => world.deliver(tenant, { from: '+15550109999', body })
const hostile = 'tab\tand \\ backslash\nand a new line, Ω and 𝒳, \\. and \\N'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-backup-'))
  database = await openTestDatabase()
  world = await openWorld(database.url)
  tenant = await world.makeTenant('drill')
  for (const body of ['first', hostile, 'third']) await say(body)
  await world.settle()
  sha256 = await world.ctx.blobs.put(tenant.id, Buffer.from('an attachment'))
  await attach(sha256, 1)
  full = await backUp(options())

  // The changes of a day: more records, a changed row, a deleted row, another attachment.
  await say('of the next day')
  await world.settle()
  await attach(await world.ctx.blobs.put(tenant.id, Buffer.from('another attachment')), 2)
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await tx.updateTable('organization').set({ name: 'Renamed' }).execute()
    await tx.deleteFrom('permission_profile').where('id', '=', tenant.profiles.north).execute()
  })
  increment = await backUp(options({ now: new Date('2026-11-23T08:00:00Z') }))
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

/** A stored attachment of the first message. */
async function attach(digest: Buffer, ordinal: number): Promise<void> {
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const message = await tx.selectFrom('message').select('id').orderBy('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('attachment')
      .values({
        id: crypto.randomUUID() as never,
        message_id: message.id,
        ordinal,
        name: 'a.txt',
        state: 'stored',
        sha256: digest,
        reading: 'unsupported',
      } as never)
      .execute()
  })
}

const entryOf = ({ manifest }: MadeBackup, name: string) =>
  manifest.tables.find((table) => table.name === name)

describe('a backup', () => {
  test('contains everything once, and an increment only the differences', () => {
    expect([full.header.kind, increment.header.kind]).toEqual(['full', 'increment'])
    expect(entryOf(full, 'message_record')).toMatchObject({ rows: 3, written: 3, gone: 0 })
    expect(entryOf(increment, 'message_record')).toMatchObject({ rows: 4, written: 1, gone: 0 })
    expect(entryOf(increment, 'organization')).toMatchObject({ rows: 1, written: 1 })
    expect(entryOf(increment, 'tenant_user')).toMatchObject({ written: 0, gone: 0 })
    expect(entryOf(increment, 'permission_profile')).toMatchObject({ rows: 1, gone: 1 })
    expect(full.manifest.attachments).toEqual({ count: 1, written: 1, gone: 0, missing: [] })
    expect(increment.manifest.attachments).toEqual({ count: 2, written: 1, gone: 0, missing: [] })
  })

  test('shows nothing without the passphrase', async () => {
    const words = [
      'of the next day',
      'an attachment',
      'drill',
      worldSecret.toString('base64url').slice(0, 20),
    ]
    for (const made of [full, increment])
      for (const name of await readdir(made.folder)) {
        const bytes = await readFile(join(made.folder, name))
        for (const word of words) expect([name, bytes.includes(word)]).toEqual([name, false])
      }
    const chosen = await chooseBackup(join(folder, 'backups'))
    await expect(openChain(join(folder, 'backups'), 'another passphrase', chosen)).rejects.toThrow(
      'The passphrase does not match',
    )
  })
})

describe('a restore', () => {
  let cluster: EmbeddedPostgres | undefined
  let home: string
  const restore = async (more: Partial<Parameters<typeof restoreInstallation>[0]> = {}) =>
    restoreInstallation({
      folder: join(folder, 'backups'),
      passphrase,
      home,
      database: 'embedded',
      async openDatabase() {
        cluster ??= await startEmbeddedPostgres({ home, log: silentLog, durability: 'throwaway' })
        return cluster.ownerUrl
      },
      schema: await releaseSchema(),
      blobs: world.ctx.blobs,
      tell: () => {},
      ...more,
    })
  beforeAll(async () => {
    home = join(await mkdtemp(join(folder, 'target-')), 'home')
  })
  afterAll(() => cluster?.stop())

  const damages = {
    changed: (whole: Buffer) =>
      Buffer.concat([whole.subarray(0, -3), Buffer.of(whole.at(-3)! ^ 1), whole.subarray(-2)]),
    cut: (whole: Buffer) => whole.subarray(0, -7),
    missing: () => undefined,
  }
  // A restore reads the parts in this order, so the later a damaged one, the longer the refusal takes. One without a manifest is passed over.
  const damaged = ['manifest', 'organization.gone', 'message_record.rows', 'home', 'attachments'].flatMap(
    (name, n) =>
      Object.entries(damages)
        .filter(([how], index) => (name === 'manifest' ? how !== 'missing' : isWhole || index === n % 3))
        .map(([how, damage]) => [name, how, damage] as const),
  )
  test.each(damaged)('refuses where %s is damaged (%s), and names it', async (name, _, damage) => {
    const path = join(increment.folder, name)
    const whole = await readFile(path)
    const bytes = damage(whole)
    await (bytes ? writeFile(path, bytes) : rm(path))
    await expect(restore()).rejects.toThrow(`${path} is damaged`)
    expect(await readdir(home)).toEqual([])
    await writeFile(path, whole)
  })

  const tryOut = async (id: string, tell: (text: string) => void) => {
    const from = { folder: join(folder, 'backups'), passphrase, id, schema: await releaseSchema() }
    await tryRestore({ ...from, findDiffering, now: world.ctx.now(), log: silentLog, tell })
  }
  test('can be tried with a temporary installation, also of an earlier backup of the chain', async () => {
    for (const { header } of [full, increment]) {
      const lines: string[] = []
      await tryOut(header.id, (text) => lines.push(text))
      expect(lines).toContain('message_record: compared')
      const { trial } = await chooseBackup(join(folder, 'backups'), header.id)
      expect(trial).toEqual({ triedAt: expect.any(String) })
    }
  })

  test('refuses an increment whose base is missing', async () => {
    const aside = join(folder, 'aside')
    await rename(full.folder, aside)
    await expect(restore()).rejects.toThrow(`needs backup ${full.header.id}, which is not in`)
    await rename(aside, full.folder)
  })

  test('refuses a home that is not empty, and a database that is not', async () => {
    const filled = await mkdtemp(join(folder, 'filled-'))
    await writeFile(join(filled, 'secret'), 'x')
    await expect(restore({ home: filled })).rejects.toThrow('is not empty: it holds secret')
    expect(await readFile(join(filled, 'secret'), 'utf8')).toBe('x')
    const other = await mkdtemp(join(folder, 'other-'))
    const openDatabase = () => Promise.resolve(database.ownerUrl)
    await expect(restore({ home: other, openDatabase })).rejects.toThrow(
      /is not empty|serves another installation/,
    )
  })

  test('restores a complete installation that starts, and whose people can sign in and read', async () => {
    const name = sha256.toString('hex')
    const path = join(world.ctx.config.VERBATIM_HOME, 'blobs', tenant.id, name.slice(0, 2), name)
    await writeFile(path, 'an attachmenT') // of the same size, but damaged
    await restore()
    const ownerUrl = cluster?.ownerUrl ?? ''
    const { appUrl } = await prepareInstallation(home, {
      ownerUrl,
      database: 'embedded',
      schema: await releaseSchema(),
    })
    const restored = await openWorld(appUrl, { VERBATIM_HOME: home })
    try {
      const reader = await restored.as(tenant, tenant.users.compliance)
      const { json } = await reader.call('GET', '/bff/api/v1/messages?limit=10')
      const bodies = json.items.map(({ body, text }: { body?: string; text?: string }) => body ?? text)
      expect(bodies.toSorted()).toEqual(['first', hostile, 'of the next day', 'third'].toSorted())
      // The intake knows its accounts, with secrets that only this installation opens.
      expect(await restored.deliver(tenant, { from: '+15550109999', body: 'after the restore' })).toBe(200)
    } finally {
      await restored[Symbol.asyncDispose]()
    }
    const { findings, records } = await verify({
      ownerUrl,
      secret: worldSecret,
      schema: await releaseSchema(),
      blobs: world.ctx.blobs,
      ignoresDurability: true,
      findDiffering,
      now: world.ctx.now(),
      tell: () => {},
    })
    expect(findings).toEqual([])
    expect(records).toBe(5)
  })
})
