/**
 * Webhooks over HTTP, from a signed request to its 200 after the commit, compared with the minimum, a bare Fastify with one
 * INSERT, on the same database and with the same client. With the worker idle, and with it examining captured messages;
 * beside the floor it then examines as many messages a second of another organization.
 */
import { startBare } from './bare.ts'
import { keepPaced } from './deliveries.ts'
import { type BenchOptions, type Claim, median, type Row } from './figures.ts'
import { type LoadResult, sendLoad } from './load.ts'
import { openProduct } from './product.ts'

const rounds = 3
const connections = 64

export const capture: Claim = {
  name: 'capture',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('bench')
    const endpoint = {
      port: product.port,
      path: `/hooks/sms/${tenant.accounts.sms}`,
      publicBaseUrl: product.origin,
      authToken: tenant.authToken,
    }
    const bare = await startBare(product)
    const floor = { ...endpoint, port: bare.port, path: '/hooks/bare' }
    const send = (to: typeof endpoint) => sendLoad({ ...to, ...sizeOf(options) }).then(checked)

    await send(floor) // both have handled the request before they are timed
    await send(endpoint)
    const rates = {
      floor: [] as number[],
      alone: [] as number[],
      floorBeside: [] as number[],
      beside: [] as number[],
    }
    for (let round = 0; round < rounds; round++) {
      rates.floor.push((await send(floor)).perSecond)
      rates.alone.push((await send(endpoint)).perSecond)
    }
    await product.startWorker()
    await product.drained()
    const other = await product.world.makeTenant('other')
    let from = 0
    for (let round = 0; round < rounds; round++) {
      const { perSecond } = await send(endpoint)
      rates.beside.push(perSecond)
      await product.drained()
      const end = keepPaced(product, other, { perSecond, from })
      rates.floorBeside.push((await send(floor)).perSecond)
      from += await end()
      await product.drained()
    }
    bare.child.disconnect()
    const shared = { unit: 'per-second', marks: { atLeast: 2_000, share: 0.5 } } as const
    return [
      {
        what: 'Signed webhooks captured, worker idle',
        ours: median(rates.alone),
        floor: median(rates.floor),
        against: 'bare Fastify + one INSERT',
        ...shared,
      },
      {
        what: 'Signed webhooks captured, worker examining them beside',
        ours: median(rates.beside),
        floor: median(rates.floorBeside),
        against: 'bare Fastify + one INSERT, as many examined beside',
        ...shared,
      },
    ]
  },
}

export function sizeOf({ messages }: BenchOptions) {
  const full = Math.min(1, messages / 100_000)
  return {
    connections,
    senders: 2_000,
    seconds: Math.max(1, 8 * full),
    requests: Math.max(2_000, 80_000 * full),
  }
}

export function checked(result: LoadResult): LoadResult {
  if (result.failed > 0) throw new Error(`${result.failed} requests were not answered with 200`)
  return result
}
