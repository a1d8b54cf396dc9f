import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeMark } from '#platform/installation/seal.ts'
import { lockHome } from '#platform/processes/instance-lock.ts'
import { openOldHomes } from './old-homes.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'verbatim-old-homes-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const ours = '0197a000-0000-7000-8000-000000000009'
const other = '0197a000-0000-7000-8000-00000000000a'
const time = new Date('2026-11-20T08:00:00Z')

async function makeHome(name: string, files: Readonly<Record<string, string>>, installation = ours) {
  const home = join(parent, name)
  await mkdir(join(home, 'collected'), { recursive: true })
  await writeMark(home, { id: installation, seal: Buffer.alloc(32), database: 'own' })
  for (const [file, text] of Object.entries(files)) {
    await writeFile(join(home, 'collected', file), text)
    await utimes(join(home, 'collected', file), time, time)
  }
  return home
}

test('what several homes collected is copied, with its times, and nothing else of them', async () => {
  const [one, two] = [await makeHome('one', { a: 'first' }), await makeHome('two', { b: 'second' })]
  const home = join(parent, 'new')
  await mkdir(home)
  await using old = await openOldHomes([one, two, one], ours)
  expect(await old.takeOver(home)).toBe(2)
  expect(await readdir(home)).toEqual(['collected'])
  const [a, b] = [join(home, 'collected', 'a'), join(home, 'collected', 'b')]
  expect([await readFile(a, 'utf8'), await readFile(b, 'utf8')]).toEqual(['first', 'second'])
  expect((await stat(a)).mtime).toEqual(time)
  expect(await readdir(join(one, 'collected'))).toEqual(['a'])
})

test('a home that collected nothing adds nothing', async () => {
  const home = join(parent, 'new')
  await mkdir(home)
  await using old = await openOldHomes([await makeHome('one', {})], ours)
  expect(await old.takeOver(home)).toBe(0)
  expect(await readdir(home)).toEqual([])
})

test('a home of another installation, a folder that is no home, and one that is not there are refused', async () => {
  await expect(openOldHomes([await makeHome('other', {}, other)], ours)).rejects.toThrow('is not a home of')
  await mkdir(join(parent, 'empty'))
  await expect(openOldHomes([join(parent, 'empty')], ours)).rejects.toThrow('is not a home of')
  await expect(openOldHomes([join(parent, 'none')], ours)).rejects.toThrow('There is no folder')
})

test('a home in which a program runs is refused, and locked while it is read', async () => {
  const [one, two] = [await makeHome('one', {}), await makeHome('two', {})]
  const release = await lockHome(two)
  await expect(openOldHomes([one, two], ours)).rejects.toThrow('is already running in')
  await release()
  {
    await using old = await openOldHomes([one, two], ours)
    expect(old).toBeDefined()
    await expect(lockHome(one)).rejects.toThrow('npm run restore is running in')
  }
  await (
    await lockHome(one)
  )()
})
