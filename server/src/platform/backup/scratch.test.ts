import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openScratch, removeLeftScratches } from './scratch.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'verbatim-parent-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const now = new Date('2026-11-28T08:00:00Z')

/** What a trial restore leaves if it is killed: its lock names a process that is gone. */
async function leave(name: string): Promise<string> {
  const folder = join(parent, name)
  await mkdir(join(folder, 'postgres/data'), { recursive: true })
  await writeFile(join(folder, 'secret'), 'readable')
  await writeFile(join(folder, 'lock'), '999999999 1\nA trial restore\n')
  return folder
}

test('what a killed trial restore left is removed, and its database ends', async () => {
  const folder = await leave('verbatim-scratch-killed')
  const data = join(folder, 'postgres/data')
  // A process is one of the database by its name and its folder.
  await symlink('/bin/sleep', join(parent, 'postgres'))
  const database = spawn(join(parent, 'postgres'), ['600'], { cwd: data, detached: true, stdio: 'ignore' })
  try {
    await once(database, 'spawn')
    await writeFile(join(data, 'postmaster.pid'), `${database.pid}\n`)
    const ended = once(database, 'exit')
    expect(await removeLeftScratches(now, parent)).toEqual([folder])
    await ended
  } finally {
    database.kill('SIGKILL')
  }
  expect(await readdir(parent)).toEqual(['postgres'])
})

test('one of a trial restore that runs stays, until it ends', async () => {
  const scratch = await openScratch(parent)
  expect(await removeLeftScratches(now, parent)).toEqual([])
  expect(await readdir(parent)).toHaveLength(1)
  await scratch[Symbol.asyncDispose]()
  expect(await readdir(parent)).toEqual([])
})

test('one without a lock, of an earlier release, is removed after a day', async () => {
  const folder = await leave('verbatim-scratch-earlier')
  await rm(join(folder, 'lock'))
  await utimes(folder, now, new Date('2026-11-27T09:00:00Z'))
  expect(await removeLeftScratches(now, parent)).toEqual([])
  await utimes(folder, now, new Date('2026-11-27T07:00:00Z'))
  expect(await removeLeftScratches(now, parent)).toEqual([folder])
})

test('a link, and folders of other names, stay', async () => {
  const other = await leave('verbatim-parent')
  await symlink(other, join(parent, 'verbatim-scratch-link'))
  expect(await removeLeftScratches(now, parent)).toEqual([])
  expect(await readdir(other)).toContain('secret')
})
