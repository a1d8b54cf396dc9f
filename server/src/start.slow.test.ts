import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeEmbeddedAdmin } from '#domains/identity/embedded-admin.ts'
import { openIdentity } from '#domains/identity/memory.ts'
import { findTenantIds } from '#domains/organizations/queries.ts'
import { completeSetUp } from '#flows/found-organization/set-up.ts'
import { makeSecrets } from '#platform/crypto.ts'
import { type Db, inTenant, openDb } from '#platform/db.ts'
import { passwordOfRole } from '#platform/database-roles.ts'
import { isAlive, waitUntil } from '#platform/embedded-postgres/process-table.ts'
import { readInstallationSecret } from '#platform/installation/secret.ts'
import {
  cleanUp,
  database,
  freePort,
  makeHome,
  postmasterOf,
  processesBelow,
  start,
  type Started,
  untilEnded,
  untilServing,
} from '#testing/started.ts'

describe('a single start', () => {
  afterEach(cleanUp)

  test('the error of a port in use names the variable that changes it', async () => {
    const other = createServer().listen(0, '0.0.0.0')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const refused = start(await makeHome(), { SMTP_INTAKE_PORT: String(port) })
    expect(await untilEnded(refused)).toBe(1)
    expect(refused.said().trim()).toBe(`Port ${port} is in use. Set SMTP_INTAKE_PORT to a free one.`)
    other.close()
  })
})

/**
 * One home, through everything that may happen to it. When root runs the tests, the product starts as a user without privileges,
 * in a folder that does not exist yet. The kills of `npm test` start it as root, and in environment local.
 */
describe('outside environment local', () => {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const env = { VERBATIM_ENVIRONMENT: 'production', DRAIN_SECONDS: '0' }
  const onLinux = test.skipIf(process.platform !== 'linux')
  let home: string
  let running: Started | undefined
  const links: string[] = []
  let passwords: readonly unknown[]
  const keepLink = (started: Started) => {
    expect(started.said()).not.toContain('Password')
    links.push(/Set up +(\S+\/set-up#[\w-]{43}) /.exec(started.said())?.[1] ?? '')
  }
  const stop = async () => {
    running?.child.kill('SIGTERM')
    return running && (await untilEnded(running))
  }
  const openIts = async () => {
    const secret = await readInstallationSecret(home)
    const socket = encodeURIComponent(join(home, 'postgres', 'socket'))
    return {
      secret,
      db: openDb(`postgresql://verbatim_app:${passwordOfRole(secret)}@${socket}:5432/verbatim`),
    }
  }
  const passwordsIn = async (db: Db) => {
    const [tenantId] = (await findTenantIds(db)) as [TenantId]
    return inTenant(db, tenantId, (tx) =>
      tx.selectFrom('identity_user').select(['salt', 'verifier_sealed']).execute(),
    )
  }
  beforeAll(async () => void (home = join(await makeHome(0o777), 'mine')))
  afterAll(async () => {
    await stop()
    await cleanUp()
  })

  test('the password of the demo’s people must be set', async () => {
    const refused = start(home, { ...env, VERBATIM_DEMO: 'on' }, user)
    expect(await untilEnded(refused)).toBe(1)
    expect(refused.said()).toContain('VERBATIM_ADMIN_PASSWORD is not set')
  })

  test('a start prints a link', { tags: ['whole'], timeout: 120_000 }, async () => {
    running = start(home, { ...env, VERBATIM_ROLE: 'intake' }, user) // one process is enough
    await untilServing(running)
    keepLink(running)
    expect(await stop()).toBe(0)
  })

  describe.skipIf(process.platform !== 'linux')('the first start that serves all', () => {
    let running: Started
    let supervisor: number
    beforeAll(async () => {
      const [monitorPort, intakePort] = [await freePort(), await freePort()]
      const watched = {
        ...env,
        MONITOR_PORT: String(monitorPort),
        SMTP_INTAKE_PORT: String(intakePort),
        MONITOR_KEY: 'a key for the metrics',
        DRAIN_SECONDS: '3',
      }
      running = start(home, watched, user, ['npm', 'start'])
      const isReady = async () =>
        (await fetch(`http://127.0.0.1:${monitorPort}/health/ready`).catch(() => undefined))?.status === 200
      expect(await waitUntil(isReady, 90_000)).toBe(true) // as `untilServing`
      const socket = connect(intakePort, '127.0.0.1')
      await once(socket, 'connect') // it is open as soon as the node reports ready
      socket.destroy()
      await untilServing(running)
      keepLink(running)
      supervisor = Number((await readFile(join(home, 'lock'), 'utf8')).split(' ')[0])
    }, 120_000)

    const monitorOf = (started: Started) => /http:\/\/127\.0\.0\.1:\d+/.exec(started.said())?.[0]
    const readyOf = async (started: Started) => {
      const answer = await fetch(`${monitorOf(started)}/health/ready`)
      return { code: answer.status, ...((await answer.json()) as { status: string; processes: object }) }
    }

    test('prints the places of its database and its journal', async () => {
      expect(running.said()).toContain(`embedded PostgreSQL in ${join(home, 'postgres')}`)
      const [, port] = /Journal +smtp:\/\/localhost:(\d+)/.exec(running.said()) ?? []
      const socket = connect(Number(port), '127.0.0.1')
      const [greeting] = (await once(socket, 'data')) as [Buffer]
      expect(greeting.toString()).toMatch(/^220 /)
      socket.destroy()
    })

    test('a second start reports that the first one is running', async () => {
      const second = start(home, env, user)
      expect(await untilEnded(second)).toBe(1)
      expect(second.said()).toContain(`Verbatim is already running in ${home} (process ${supervisor})`)
    })

    test(
      'an empty home with its running database is refused, and the first installation continues',
      { tags: ['whole'] },
      async () => {
        const secret = await readInstallationSecret(home)
        const socket = encodeURIComponent(join(home, 'postgres', 'socket'))
        const ownerUrl = `postgresql://verbatim_owner:${passwordOfRole(secret, 'verbatim_owner')}@${socket}:5432/verbatim`
        const [empty, before] = [await makeHome(), await processesBelow(supervisor)]
        const other = start(empty, { DATABASE_URL: ownerUrl })
        expect(await untilEnded(other)).toBe(1)
        expect(other.said()).toMatch(
          /The database belongs to installation [0-9a-f-]{36}, and .* has no secret/,
        )
        expect(await readdir(empty)).toEqual([])
        expect(await processesBelow(supervisor)).toEqual(before)
        const client = new pg.Client({
          connectionString: ownerUrl.replace(
            /verbatim_owner:[^@]+/,
            `verbatim_app:${passwordOfRole(secret)}`,
          ),
        })
        await client.connect() // with the password that its processes know
        await client.end()
      },
    )

    test('its link creates the first administrator, and is another than that of the start before', async () => {
      expect(new Set(links).size).toBe(isWhole ? 2 : 1)
      expect(links).not.toContain('')
      const [, token = ''] = /set-up#([\w-]{43}) /.exec(running.said()) ?? []
      const { secret, db } = await openIts()
      const now = () => new Date()
      const identity = openIdentity('http://localhost/identity')
      const ctx = {
        db,
        now,
        identityAdmin: makeEmbeddedAdmin({ secrets: makeSecrets(secret), now, identity }),
      }
      const [tenantId] = (await findTenantIds(db)) as [TenantId]
      const person = {
        firstName: 'Ann',
        lastName: 'Bell',
        email: 'ann@bank.example',
        password: 'Correct-Horse-7',
      }
      const setUp = { ...person, token, organizationName: 'Bank', country: 'GB' }
      const via = { requestId: undefined, address: '127.0.0.1', agent: undefined }
      await inTenant(db, tenantId, (tx) => completeSetUp(tx, ctx, { setUp, via }))
      passwords = await passwordsIn(db)
      expect(passwords).toHaveLength(1)
      await db.destroy()
    })

    test('health and metrics of npm start from one port, a drain before the endpoints close, and SIGTERM ends all of it', async () => {
      const { code, processes } = await readyOf(running)
      expect([code, Object.keys(processes).toSorted()]).toEqual([200, ['intake', 'worker']])

      const metrics = `${monitorOf(running)}/metrics`
      expect((await fetch(metrics)).status).toBe(401)
      const answer = await fetch(metrics, { headers: { authorization: 'Bearer a key for the metrics' } })
      const text = await answer.text()
      for (const line of [
        /^verbatim_process_up\{process="worker"\} 1$/m,
        /^verbatim_ready\{process="intake"\} 1$/m,
      ])
        expect(text).toMatch(line)
      expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds\{process="worker"\} /m)

      const below = await processesBelow(supervisor)
      const worker = below.get('worker')!
      process.kill(worker, 'SIGSTOP')
      expect(await readyOf(running)).toMatchObject({
        status: 'not-ready',
        processes: { worker: { state: 'not-ready' } },
      })
      process.kill(worker, 'SIGCONT')

      const since = performance.now()
      running.child.kill('SIGTERM')
      const isDraining = async () => (await readyOf(running).catch(() => undefined))?.status === 'draining'
      expect(await waitUntil(isDraining, 2_000)).toBe(true)
      expect(await isAlive(worker)).toBe(true)
      await untilEnded(running)
      const isGone = async () => !(await isAlive(supervisor)) && (await database(home)).length === 0
      expect(await waitUntil(isGone, 10_000)).toBe(true)
      expect(performance.now() - since).toBeGreaterThan(3_000)
      for (const pid of below.values()) expect(await isAlive(pid)).toBe(false)
      expect(running.said()).toContain('Stopping …')
    }, 120_000)
  })

  onLinux(
    'once the link is used, a password set for the next start replaces none',
    { tags: ['whole'], timeout: 120_000 },
    async () => {
      running = start(home, { ...env, VERBATIM_ADMIN_PASSWORD: 'Another-Horse-8' }, user)
      await untilServing(running)
      const { db } = await openIts()
      expect(await passwordsIn(db)).toEqual(passwords)
      await db.destroy()
      expect(running.said()).not.toContain('Set up')
      expect(await readdir(home)).not.toContain('founding.json')
    },
  )

  onLinux('a killed process is started again, and so is the postmaster', { tags: ['whole'] }, async () => {
    const supervisor = running!.child.pid!
    const before = await database(home)
    const worker = (await processesBelow(supervisor)).get('worker')!
    process.kill(worker, 'SIGKILL')
    process.kill(await postmasterOf(home), 'SIGKILL')
    const isBack = async () => {
      const next = (await processesBelow(supervisor)).get('worker')
      const processes = await database(home)
      const none = !processes.some((pid) => before.includes(pid))
      return next !== undefined && next !== worker && processes.length > 0 && none
    }
    expect(await waitUntil(isBack, 20_000)).toBe(true)
  })

  onLinux('ends within five seconds and leaves no process', { tags: ['whole'] }, async () => {
    const below = await processesBelow(running!.child.pid!)
    expect([...below.keys()].toSorted()).toEqual(['intake', 'worker'])
    const since = performance.now()
    running!.child.kill('SIGINT')
    expect(await untilEnded(running!)).toBe(0)
    for (const pid of below.values()) expect(await isAlive(pid)).toBe(false)
    // The database has ended its work; the system may take a moment to remove its last process.
    while ((await database(home)).length > 0 && performance.now() - since < 5_000) await sleep(50)
    expect(await database(home)).toEqual([])
    expect(performance.now() - since).toBeLessThan(5_000)
  })
})
