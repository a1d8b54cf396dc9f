import { expect, test } from 'vitest'
import { openShares, type ShareLimits } from './shares.ts'

const limits: ShareLimits = {
  total: 3,
  perTenant: 2,
  perPerson: 1,
  waitingPerPerson: 2,
  waitingPerTenant: 3,
  waitMs: 60_000,
}
const ann = { tenantId: 'acme', userId: 'ann' }
const ben = { tenantId: 'acme', userId: 'ben' }
const cleo = { tenantId: 'bank', userId: 'cleo' }

/** Resolves when all work that can start has started. */
const turned = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends on command, and the names of started work, in order. */
function openWork(over: Partial<ShareLimits> = {}) {
  const shares = openShares({ ...limits, ...over })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    ask: (name: string, whose: typeof ann, signal?: AbortSignal): Promise<string> =>
      shares.run(
        whose,
        () => {
          began.push(name)
          return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
        },
        signal,
      ),
    end: async (name: string) => {
      await turned()
      ends.get(name)?.()
      await turned()
    },
  }
}

test('a person and an organization each have a share, and other organizations have the rest', async () => {
  const { ask, began, end } = openWork()
  const all = [ask('ann 1', ann), ask('ann 2', ann), ask('ben 1', ben), ask('cleo 1', cleo)]
  await turned()
  expect(began).toEqual(['ann 1', 'ben 1', 'cleo 1'])
  await end('ben 1')
  expect(began).toHaveLength(3) // ann has her share, although her organization could have more
  await end('ann 1')
  expect(began.at(-1)).toBe('ann 2')
  await Promise.all(['ann 2', 'cleo 1'].map(end))
  expect(await Promise.all(all)).toEqual(['ann 1', 'ann 2', 'ben 1', 'cleo 1'])
})

test('work for an organization itself counts once', async () => {
  const { ask, began, end } = openWork({ perPerson: 2 })
  const acme = { tenantId: 'acme', userId: 'acme' }
  const all = ['1', '2', '3'].map((name) => ask(name, acme))
  await turned()
  expect(began).toEqual(['1', '2'])
  for (const name of ['1', '2', '3']) await end(name)
  expect(await Promise.all(all)).toEqual(['1', '2', '3'])
})

test('a user with forty requests waits for all of them; others do not', async () => {
  const { ask, began, end } = openWork({ total: 1, waitingPerPerson: 40, waitingPerTenant: 40 })
  const all = Array.from({ length: 40 }, (_, n) => ask(`ann ${n}`, ann))
  all.push(ask('cleo', cleo))
  await turned()
  await end('ann 0')
  expect(began).toEqual(['ann 0', 'cleo'])
  await end('cleo')
  for (let n = 1; n < 40; n++) await end(`ann ${n}`)
  await Promise.all(all)
  expect(began.slice(2)).toEqual(Array.from({ length: 39 }, (_, n) => `ann ${n + 1}`))
})

test('a person with too much waiting work is refused, and others are not', async () => {
  const { ask, end } = openWork()
  const all = [ask('1', ann), ask('2', ann), ask('3', ann)]
  await expect(ask('4', ann)).rejects.toMatchObject({ code: 'request.too-busy', status: 429 })
  all.push(ask('5', ben), ask('6', ben))
  await expect(ask('7', ben)).rejects.toMatchObject({ code: 'request.too-busy' })
  for (const name of ['1', '2', '3', '5', '6']) await end(name)
  await Promise.all(all)
})

test('abandoned work does not start, and work that waits too long is refused', async () => {
  const { ask, began, end } = openWork({ waitMs: 20 })
  const first = ask('1', ann)
  const gone = new AbortController()
  const second = ask('2', ann, gone.signal)
  gone.abort(new Error('went away'))
  await expect(second).rejects.toThrow('went away')
  await expect(ask('3', ann)).rejects.toMatchObject({ code: 'request.too-busy' })
  await end('1')
  expect(await first).toBe('1')
  expect(began).toEqual(['1'])
})

test('failed work releases its share', async () => {
  const shares = openShares({ ...limits, total: 1 })
  await expect(shares.run(ann, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await shares.run(ann, async () => 'yes')).toBe('yes')
})
