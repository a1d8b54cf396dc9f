import { once } from 'node:events'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { isAlive, waitUntil } from '#platform/embedded-postgres/process-table.ts'
import {
  cleanUp,
  database,
  freePort,
  hasEnded,
  makeHome,
  processesBelow,
  start,
  untilEnded,
  untilServing,
} from '#testing/started.ts'

/*
 * Refusals of whole starts, whose rules have tests of their own in every run: those of a home without its database or its
 * secret in `prepare.slow.test.ts`, that of a port in use in `start.slow.test.ts`, that of a wrong variable in `config.test.ts`.
 * Kills of the supervisor are in `npm run faults`.
 */
describe.skipIf(process.platform !== 'linux')('a start that refuses', () => {
  afterEach(cleanUp)

  test('without its database, or with the secret of another, it refuses and does not start from scratch', async () => {
    const home = await makeHome()
    const before = start(home)
    await untilServing(before)
    before.child.kill('SIGTERM')
    expect(await untilEnded(before)).toBe(0)
    const refusal = async () => {
      const refused = start(home)
      expect(await untilEnded(refused)).toBe(1)
      expect(await database(home)).toEqual([])
      return refused.said()
    }
    const [data, aside] = [join(home, 'postgres', 'data'), join(home, 'postgres', 'aside')]
    await rename(data, aside)
    expect(await refusal()).toContain('The database of this installation is missing')
    expect(await readdir(join(home, 'postgres'))).not.toContain('data')
    await rename(aside, data)

    const secret = await readFile(join(home, 'secret'), 'utf8')
    await writeFile(join(home, 'secret'), `${Buffer.alloc(32, 1).toString('base64url')}\n`)
    expect(await refusal()).toContain('is not the secret of installation')
    await rm(join(home, 'installation.json'))
    expect(await refusal()).toContain('does not match its database')

    await writeFile(join(home, 'secret'), secret)
    const whole = start(home)
    await untilServing(whole)
    whole.child.kill('SIGTERM')
    expect(await untilEnded(whole)).toBe(0)
  })

  test('a port taken during the start is also reported in one sentence', async () => {
    const port = await freePort()
    const refused = start(await makeHome(), { SMTP_INTAKE_PORT: String(port) })
    expect(await waitUntil(async () => refused.said().includes('Verbatim '), 20_000)).toBe(true)
    const other = createServer().listen(port, '0.0.0.0')
    await once(other, 'listening')
    expect(await untilEnded(refused)).toBe(1)
    expect(refused.said()).toContain(`Port ${port} is in use. Set SMTP_INTAKE_PORT to a free one.`)
    expect(refused.said()).not.toMatch(/^\s+at |EADDRINUSE|unexpectedly/m)
    other.close()
  })

  test('a database of your own that loses records is refused', async () => {
    const { ownerUrl } = inject('testCluster')
    const refused = start(await makeHome(), { DATABASE_URL: ownerUrl })
    expect(await untilEnded(refused)).toBe(1)
    expect(refused.said()).toContain('PostgreSQL runs with fsync off')
  })
})

describe.skipIf(process.platform !== 'linux')('a start', () => {
  afterEach(cleanUp)

  test('waits for a database that is not up yet, but not for one that refuses access', async () => {
    const gate = createServer().listen(0, '127.0.0.1') // reserves a port on which nothing answers afterwards
    await once(gate, 'listening')
    const { port } = gate.address() as { port: number }
    gate.close()
    const waiting = start(await makeHome(), { DATABASE_URL: `postgresql://ann:x@127.0.0.1:${port}/x` })
    const waits = async () => hasEnded(waiting.child) || waiting.said().includes('waiting for it')
    expect(await waitUntil(waits, 60_000)).toBe(true)
    expect(hasEnded(waiting.child)).toBe(false)
    waiting.child.kill('SIGTERM')
    expect(await untilEnded(waiting)).toBe(0)

    const wrong = new URL(inject('testCluster').ownerUrl)
    wrong.password = 'guess'
    const refused = start(await makeHome(), { DATABASE_URL: wrong.href })
    expect(await untilEnded(refused)).toBe(1)
    expect(refused.said()).toContain('The database refused the connection: password authentication failed')
  })

  test('takes over from one whose supervisor was killed, whose processes end', async () => {
    const home = await makeHome()
    const killed = start(home)
    await untilServing(killed)
    const below = await processesBelow(killed.child.pid!)
    killed.child.kill('SIGKILL')
    await untilEnded(killed)
    const gone = async () => !(await Promise.all([...below.values()].map(isAlive))).includes(true)
    expect(await waitUntil(gone, 10_000)).toBe(true)
    expect((await database(home)).length).toBeGreaterThan(0)

    const next = start(home)
    await untilServing(next)
    next.child.kill('SIGTERM')
    expect(await untilEnded(next)).toBe(0)
    expect(await database(home)).toEqual([])
  })
})

describe('a single start', () => {
  afterEach(cleanUp)

  test('a wrong variable stops the start with its name and the expected form', async () => {
    const refused = start(await makeHome(), { PORT: 'http' })
    expect(await untilEnded(refused)).toBe(1)
    expect(refused.said().trim()).toBe(
      'PORT is "http". Expected: a port number, 0 to 65535 (0: any free one).',
    )
  })
})
