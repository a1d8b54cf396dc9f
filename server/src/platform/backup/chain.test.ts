import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseBackup, newestOf } from './chain.ts'
import { type Header, listBackups, nameFor } from './layout.ts'
import { writeTrial } from './trial.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-chain-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const ours = '0197a000-0000-7000-8000-000000000009'
const other = '0197a000-0000-7000-8000-00000000000a'

interface Made extends Partial<Pick<Header, 'parent' | 'installation'>> {
  /** Why its trial failed. */
  readonly failure?: string
}

/** A backup that is only named and has a header, and a manifest that nothing reads here. */
async function make(id: string, time: string, { parent = null, installation = ours, failure }: Made = {}) {
  const kind = parent === null ? 'full' : 'increment'
  const header = {
    format: 1,
    id,
    kind,
    parent,
    installation,
    madeAt: '2026-11-28T08:00:00Z',
    recipe: { cost: 2, salt: '', check: '' },
  }
  const path = join(folder, `${time}-${kind}-${id}`)
  await mkdir(path)
  await writeFile(join(path, 'header.json'), JSON.stringify(header))
  await writeFile(join(path, 'manifest'), '')
  if (failure !== undefined) await writeTrial(path, { triedAt: '2026-11-28T09:00:00Z', failure })
  return path
}

const chosen = async (id?: string) => (await chooseBackup(folder, id)).header.id
const passedOver = async () => (await chooseBackup(folder)).passedOver.map((one) => one.reason.message)

test('the newest backup is restored, unless another is named', async () => {
  await make('00000001', '20261126T080000Z')
  await make('00000002', '20261127T080000Z', { parent: '00000001' })
  expect(await chosen()).toBe('00000002')
  expect(await chosen('00000001')).toBe('00000001')
  await expect(chosen('00000003')).rejects.toThrow('no complete backup 00000003')
})

test('a backup that failed its trial restore is passed over, and named', async () => {
  await make('00000001', '20261126T080000Z')
  await make('00000002', '20261127T080000Z', { parent: '00000001', failure: 'message differs' })
  expect(await chosen()).toBe('00000001')
  expect(await passedOver()).toEqual([expect.stringMatching(/-00000002 failed its trial restore/)])
  expect(await chosen('00000002')).toBe('00000002')
  await make('00000003', '20261128T080000Z')
  expect(await passedOver()).toEqual([])
})

test.each(['header.json', 'manifest'])(
  'a copy that ended before %s is passed over, and named',
  async (name) => {
    await make('00000001', '20261126T080000Z')
    const cut = await make('00000002', '20261127T080000Z', { parent: '00000001' })
    await rm(join(cut, name))
    expect(await chosen()).toBe('00000001')
    expect(await passedOver()).toEqual([expect.stringContaining(`${cut}/${name} is damaged`)])
    expect(await chosen('00000001')).toBe('00000001')
    await expect(chosen('00000002')).rejects.toThrow(`${cut}/${name} is damaged`)
    await make('00000003', '20261128T080000Z')
    expect([await chosen(), await passedOver()]).toEqual(['00000003', []])
  },
)

test('if there are only copies that were cut, a restore says so', async () => {
  const cut = await make('00000001', '20261126T080000Z')
  await rm(join(cut, 'header.json'))
  await expect(chosen()).rejects.toThrow(
    `No backup in ${folder} can be restored. ${cut}/header.json is damaged`,
  )
})

test('a newest backup that this machine cannot read is not passed over without a word', async () => {
  await make('00000001', '20261126T080000Z')
  const unread = await make('00000002', '20261127T080000Z')
  await rm(join(unread, 'header.json'))
  await mkdir(join(unread, 'header.json'))
  await expect(chosen()).rejects.toThrow(
    `${unread}/header.json cannot be read (EISDIR: illegal operation on a directory). The newest backup before it is 00000001. To restore that one, use --backup 00000001.`,
  )
  expect(await chosen('00000001')).toBe('00000001')
  await make('00000003', '20261128T080000Z')
  expect(await chosen()).toBe('00000003')
})

test('a backup is passed over if one that it adds to is gone, cut or failed its trial restore', async () => {
  await make('00000001', '20261120T080000Z')
  const base = await make('00000002', '20261121T080000Z')
  await make('00000003', '20261122T080000Z', { parent: '00000002' })
  await make('00000004', '20261123T080000Z', { parent: '00000003' })
  expect(await chosen()).toBe('00000004')
  await writeTrial(base, { triedAt: '2026-11-28T09:00:00Z', failure: 'message differs' })
  expect(await chosen()).toBe('00000001')
  await rm(join(base, 'manifest'))
  expect(await chosen()).toBe('00000001')
  await rm(base, { recursive: true })
  expect(await chosen()).toBe('00000001')
  expect((await passedOver()).at(-1)).toContain('needs backup 00000002, which is not in')
  expect(await chosen('00000004')).toBe('00000004')
})

test('headers that name one another in a circle are no chain', async () => {
  await make('00000001', '20261126T080000Z', { parent: '00000002' })
  await make('00000002', '20261127T080000Z', { parent: '00000001' })
  await expect(chosen()).rejects.toThrow('No backup')
})

test('a mark that cannot be read is no failure', async () => {
  const path = await make('00000001', '20261126T080000Z')
  await mkdir(join(path, 'trial'))
  expect(await chosen()).toBe('00000001')
})

test('if every trial failed, one has to be named', async () => {
  await expect(chosen()).rejects.toThrow('has no complete backup')
  await make('00000001', '20261126T080000Z', { failure: 'message differs' })
  await expect(chosen()).rejects.toThrow('--backup ID: 00000001')
})

test('a mark that was cut is no failure', async () => {
  const path = await make('00000001', '20261126T080000Z', { failure: 'message differs' })
  await writeFile(join(path, 'trial'), (await readFile(join(path, 'trial'))).subarray(0, 9))
  expect(await chosen()).toBe('00000001')
})

test('backups of several installations are kept apart', async () => {
  await make('00000001', '20261126T080000Z')
  await make('00000002', '20261127T080000Z', { installation: other })
  await expect(chosen()).rejects.toThrow(`installation ${ours}: 00000001, installation ${other}: 00000002`)
  expect(await chosen('00000001')).toBe('00000001')
})

test('a backup from when the clock was ahead is not the newest for ever', async () => {
  await make('00000001', '20270101T080000Z')
  await make('00000002', '20261127T080000Z', { parent: '00000001' })
  await make('00000003', '20261128T080000Z')
  expect(await chosen()).toBe('00000003')
  const [header] = (await listBackups(folder)).complete.map((one) => one.header)
  expect(header).toBeDefined()
  if (!header) return
  const name = await nameFor(
    folder,
    { ...header, kind: 'full', id: '00000004' },
    new Date('2026-11-29T08:00:00Z'),
  )
  expect(name).toBe('20270101T080001Z-full-00000004')
  await make('00000004', '20270101T080001Z')
  expect(newestOf((await listBackups(folder)).complete)?.header.id).toBe('00000004')
})
