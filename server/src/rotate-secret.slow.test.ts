import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import {
  access,
  chmod,
  copyFile,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { forgotten, sealedColumns } from '#flows/rotate-secret/sealed-values.ts'
import { makeSecrets } from '#platform/crypto.ts'
import { type Db, inTenant, openDb } from '#platform/db.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts'
import { readInstallationSecret } from '#platform/installation/secret.ts'
import { openHome } from '#platform/installation/home.ts'
import { releaseSchema } from '#release-schema.ts'
import { prepareInstallation } from '#platform/installation/prepare.ts'
import { silentLog } from '#platform/log.ts'
import { openTestDatabase } from '#testing/database.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { programEnvironment } from '#testing/program-environment.ts'

const program = fileURLToPath(new URL('rotate-secret.ts', import.meta.url))

test('every sealed value of the database is listed, either for sealing again or for removal', async () => {
  const database = await openTestDatabase()
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name ~ 'sealed|secret'
      and table_name <> 'installation'`.execute(database.db)
  await database.close()
  const named = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))
  const left = new Set(forgotten.map(({ table }) => table))
  expect(rows.length).toBeGreaterThan(7)
  expect(rows.filter(({ table, column }) => !named.has(`${table}.${column}`) && !left.has(table))).toEqual([])
})

describe('an installation with the database that comes with it', () => {
  let home: string
  let database: EmbeddedPostgres | undefined
  let appUrl: string
  let db: Db | undefined
  let world: World | undefined
  let tenant: WorldTenant
  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'verbatim-rotation-')))
    await chmod(home, 0o711)
    await open()
    const serving = await serve()
    tenant = await serving.makeTenant('sealed')
    await inTenant(serving.ctx.db, tenant.id, (tx) =>
      queueMails(tx, serving.ctx, [
        { to: 'ann@client.example', subject: 'A', text: 'sealed', kind: 'notice' },
      ]),
    )
  }, 90_000)
  afterAll(async () => {
    await close()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  })

  async function open(): Promise<void> {
    database = await startEmbeddedPostgres({ home, log: silentLog, durability: 'throwaway' })
    const prepared = await prepareInstallation(home, {
      ownerUrl: database.ownerUrl,
      database: 'embedded',
      schema: await releaseSchema(),
    })
    appUrl = prepared.appUrl
    db = openDb(appUrl)
  }
  async function serve(): Promise<World> {
    return (world = await openWorld(appUrl, { VERBATIM_HOME: home }))
  }
  async function close(): Promise<void> {
    await world?.[Symbol.asyncDispose]()
    world = undefined
    await db?.destroy()
    db = undefined
    await database?.stop()
    database = undefined
  }

  async function rotate(env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; said: string }> {
    const child = spawn(process.execPath, [program], {
      env: { ...programEnvironment, VERBATIM_HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (text) => (said += text))
    child.stderr.on('data', (text) => (said += text))
    await once(child, 'close')
    return { code: child.exitCode, said }
  }

  /** How many values of each column the secret of the home opens; throws for a value that it does not open. */
  async function openAll(): Promise<Record<string, number>> {
    const secrets = makeSecrets(await readInstallationSecret(home))
    const opened: Record<string, number> = {}
    for (const { table, column, key, placeOf } of sealedColumns) {
      const { rows } = await inTenant(db!, tenant.id, (tx) =>
        sql<{ tenant: TenantId; key: string; sealed: Buffer }>`
          select tenant_id as tenant, ${sql.ref(key)}::text as key, ${sql.ref(column)} as sealed
          from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(tx),
      )
      for (const row of rows) secrets.unseal(row.sealed, placeOf(row.tenant, row.key))
      opened[`${table}.${column}`] = rows.length
    }
    return opened
  }

  /** What a rotation replaces in the home. */
  const changed = ['secret', 'installation.json']

  const isThere = (name: string) =>
    access(join(home, name)).then(
      () => true,
      () => false,
    )

  test('refuses while a process uses the secret, and changes nothing', async () => {
    const before = await readInstallationSecret(home)
    const { code, said } = await rotate({ DATABASE_URL: database!.ownerUrl })
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/The installation is running: .* Stop every node/),
    ])
    expect(await readInstallationSecret(home)).toEqual(before)
    expect(await isThere('secret.next')).toBe(false)
  })

  test('has another secret afterwards, which opens all sealed values and fits its roles and its seal', async () => {
    const [before, had] = [await readInstallationSecret(home), await openAll()]
    await close()
    for (const name of changed) await copyFile(join(home, name), join(home, `${name}.old`))
    expect(await rotate()).toMatchObject({ code: 0 })
    expect(await readInstallationSecret(home)).not.toEqual(before)
    await open() // otherwise the roles' passwords and the seal would be refused
    expect(await openAll()).toEqual(had)
    expect(had).toMatchObject({ 'mail.text_sealed': 1, 'identity_user.verifier_sealed': expect.any(Number) })
    expect(had['channel_account.secrets']).toBeGreaterThan(0)
    const serving = await serve()
    expect(await serving.deliver(tenant, { from: '+15550109999', body: 'after it' })).toBe(200)
  })

  test(
    'with a value that its secret does not open is not changed, starts as before, and the value is named',
    { tags: ['whole'] },
    async () => {
      const { id, secrets } = await inTenant(db!, tenant.id, (tx) =>
        tx
          .selectFrom('channel_account')
          .select(['id', 'secrets'])
          .where('secrets', 'is not', null)
          .orderBy('id')
          .executeTakeFirstOrThrow(),
      )
      const put = (value: Buffer | null) =>
        inTenant(db!, tenant.id, (tx) =>
          tx.updateTable('channel_account').set({ secrets: value }).where('id', '=', id).execute(),
        )
      await put(Buffer.from('damaged'))
      const before = await readInstallationSecret(home)
      await close()
      const { code, said } = await rotate()
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(`does not open secrets of ${id} in the table channel_account.* Nothing was changed`),
        ),
      ])
      expect([await isThere('secret.next'), await readInstallationSecret(home)]).toEqual([false, before])
      await open()
      await put(secrets)
    },
  )

  test('whose database is out of reach keeps the secret that opens it', { tags: ['whole'] }, async () => {
    await close()
    const before = await readFile(join(home, 'secret'))
    // As if an earlier run had been stopped before its transaction, and then the disk of the database was not mounted.
    await writeFile(join(home, 'secret.next'), `${'n'.repeat(43)}\n`)
    await rename(join(home, 'postgres'), join(home, 'postgres.away'))
    await symlink(join(home, 'nowhere'), join(home, 'postgres'))
    const seen: (string | null)[] = []
    const watcher = watch(home, (_, name) => seen.push(name))
    expect(await rotate()).toMatchObject({
      code: 1,
      said: expect.stringContaining('points to a folder that does not exist'),
    })
    watcher.close()
    expect(seen).not.toContain('secret')
    expect(await readFile(join(home, 'secret'))).toEqual(before)
    await rm(join(home, 'postgres'))
    await rename(join(home, 'postgres.away'), join(home, 'postgres'))
    await rm(join(home, 'secret.next'))
  })

  test('that was interrupted after the database changed does not start', async () => {
    await close()
    // As if the process of the rotation above had been killed right after its transaction.
    const next = await readFile(join(home, 'secret'))
    for (const name of changed) await copyFile(join(home, `${name}.old`), join(home, name))
    await writeFile(join(home, 'secret.next'), next)
    await expect(openHome(home, 'embedded')).rejects.toThrow(/Run npm run rotate-secret again/)
  })

  test('that was interrupted like that is finished by the next run, and starts', async () => {
    const next = await readFile(join(home, 'secret.next'))
    expect(await rotate()).toMatchObject({ code: 0 })
    expect(await readFile(join(home, 'secret'))).toEqual(next)
    expect(await isThere('secret.next')).toBe(false)
    await open()
    expect((await openAll())['mail.text_sealed']).toBe(1)
  })
})
