import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AlreadyRunning, lockHome } from './instance-lock.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'verbatim-lock-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

test('the second process learns which process holds the lock', async () => {
  await lockHome(home)
  const refused = await lockHome(home).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AlreadyRunning)
  expect(refused).toMatchObject({ pid: process.pid, message: expect.stringContaining(home) })
})

test('a command that holds the lock is named', async () => {
  await lockHome(home, 'npm run verify')
  await expect(lockHome(home)).rejects.toThrow(
    `npm run verify is running in ${home} (process ${process.pid}). Wait until it ends, or stop it.`,
  )
})

test('of many processes at once, one gets it', async () => {
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockHome(home)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a released lock can be taken again', async () => {
  const release = await lockHome(home)
  await release()
  await expect(lockHome(home)).resolves.toBeTypeOf('function')
})

test.each([
  ['the dead', () => '4194304 17\n'],
  ['a process that only has the same id', () => `${process.pid} 1\n`],
  ['nobody', () => ''],
])('the lock of %s holds nothing', async (_, text) => {
  await writeFile(join(home, 'lock'), text())
  await lockHome(home)
  expect(await readFile(join(home, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} \\d{2,}`))
})
