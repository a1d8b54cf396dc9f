import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markFileOf, sealOf, writeMark } from './seal.ts'
import {
  ensureInstallationSecret,
  ensureNextSecret,
  nextSecretFileOf,
  removeNextSecret,
  replaceSecret,
  secretFileOf,
} from './secret.ts'

/** A home on a disk that keeps a name only once its folder has been synced, as after a power cut. */
let home: string
let kept: Record<string, string>
const contents = async () => {
  const names = (await readdir(home)).toSorted()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(home, name), 'utf8')] as const)),
  )
}
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'verbatim-secret-'))
  kept = {}
  const handle = await open(home)
  const prototype = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const sync = Reflect.get(prototype, 'sync') as (this: typeof handle) => Promise<void>
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
    await sync.call(this)
    if ((await this.stat()).isDirectory()) kept = await contents()
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(home, { recursive: true, force: true })
})

test('every step of a rotation is on disk before the next one begins', async () => {
  const steps: [string, () => Promise<unknown>, string[]][] = [
    ['the first secret', () => ensureInstallationSecret(home), [secretFileOf(home)]],
    ['the next secret', () => ensureNextSecret(home), [secretFileOf(home), nextSecretFileOf(home)]],
    [
      'the replaced secret',
      () => replaceSecret(home, randomBytes(32)),
      [secretFileOf(home), nextSecretFileOf(home)],
    ],
    [
      'the mark',
      () => writeMark(home, { ...sealOf(randomBytes(32), crypto.randomUUID()), database: 'own' }),
      [markFileOf(home), secretFileOf(home), nextSecretFileOf(home)],
    ],
    ['the end', () => removeNextSecret(home), [markFileOf(home), secretFileOf(home)]],
  ]
  for (const [step, take, paths] of steps) {
    await take()
    expect([step, Object.keys(kept).map((name) => join(home, name))]).toEqual([step, paths.toSorted()])
    expect([step, kept]).toEqual([step, await contents()])
  }
})
