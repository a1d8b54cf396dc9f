/**
 * The memory of each process of the server after a replay: signed webhooks through the endpoints, all of them examined, and
 * lists read while they arrive. Compared with a bare Fastify with a database pool after the same webhooks.
 */
import { startBare } from './bare.ts'
import type { BenchOptions, Claim, Row } from './figures.ts'
import { sendLoad } from './load.ts'
import { heldBy, openProduct } from './product.ts'

/** As many messages as the reference conversations have. */
const replayed = 82_085

export const memory: Claim = {
  name: 'memory',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct()
    const tenant = await product.world.makeTenant('bench')
    const reader = await product.world.as(tenant, tenant.users.compliance)
    const endpoint = {
      port: product.port,
      path: `/hooks/sms/${tenant.accounts.sms}`,
      publicBaseUrl: product.origin,
      authToken: tenant.authToken,
      ...sizeOf(options),
    }
    let isReading = true
    const reading = (async () => {
      while (isReading) {
        await fetch(`${product.origin}/bff/api/v1/messages?search=messageBody:market`, {
          headers: { authorization: `Bearer ${reader.token}` },
        }).then((answer) => answer.arrayBuffer())
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    })()
    const { answered } = await sendLoad(endpoint)
    await product.drained()
    isReading = false
    await reading
    options.tell(`${answered} messages were replayed`)
    const held = await product.memory()

    const bare = await startBare(product)
    await sendLoad({ ...endpoint, port: bare.port, path: '/hooks/bare' })
    const { resident: floor } = await heldBy(bare.child.pid)
    bare.child.disconnect()

    const shared = { floor, against: 'bare Fastify + pool', unit: 'MB' } as const
    // The machine holds a page once, however many processes share it.
    const each = [...held.values()]
    const total = each.reduce(
      (sum, { resident, shared: common }) => sum + resident - common,
      Math.max(...each.map(({ shared: common }) => common)),
    )
    return [
      ...[...held].map(([roles, { resident: ours }]): Row => ({
        what: `Memory after a replay: process ${roles}`,
        ours,
        ...shared,
      })),
      {
        what: 'Memory after a replay: all serving processes',
        ours: total,
        ...shared,
        marks: { atMost: 400 },
      },
    ]
  },
}

function sizeOf({ messages }: BenchOptions) {
  return { connections: 64, senders: 2_000, seconds: 600, requests: Math.min(replayed, messages) }
}
