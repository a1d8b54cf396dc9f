/**
 * Everything at once that a sender, an analyst or a stranger can do to the endpoints, and its effect on a provider: the time
 * from a signed webhook to its 200, and the delay of the endpoints' event loop. Compared with a calm minute of the same run,
 * which is the floor: all of them share the machine's cores.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { cognitoConfig } from '@verbatim/server/domains/identity/config.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { sendLoad } from './load.ts'
import { watchLoop } from './loop-watch.ts'
import { openProduct, type Product } from './product.ts'
import { postMessage } from './deliveries.ts'
import { timed } from './timed.ts'

/** The input of the hostile load, in a separate process (`hostile-client.ts`). */
export interface Hostility {
  readonly port: number
  readonly label: string
  readonly hook: string
  readonly tokens: { readonly analyst: string; readonly admin: string }
  readonly email: string
  /** The client for sign-in. */
  readonly clientId: string
}

const perSecond = 40

export const hostileMix: Claim = {
  name: 'hostile-mix',
  async measure({ messages, tell }): Promise<Row[]> {
    const loop = watchLoop()
    // Strangers appear to come from many addresses, as in reality: the limits per address are only a part of the defence.
    await using product = await openProduct({ env: { TRUST_PROXY: '1', ...loop.env } })
    const [bank, neighbour] = [
      await product.world.makeTenant('bench'),
      await product.world.makeTenant('neighbour'),
    ]
    const seconds = Math.max(5, Math.min(30, messages / 20_000))
    await fill(product, bank, Math.min(messages, 30_000))
    const hostile = await makeHostile(product, bank)
    const askBoth = async () => ({ intake: await loop.ask('intake'), api: await loop.ask('api') })

    await askBoth()
    const calm = await acknowledgements(product, [bank, neighbour], seconds)
    const calmLoops = await askBoth()
    tell(`calm: p50 ${percentile(calm, 0.5).toFixed(1)} ms, loop p99 ${calmLoops.intake.p99.toFixed(1)} ms`)
    hostile.send('go')
    await pause(2_000) // all of them have started
    await askBoth()
    const mixed = await acknowledgements(product, [bank, neighbour], seconds)
    const mixedLoops = await askBoth()
    hostile.send('stop')
    const [counts] = (await once(hostile, 'message')) as [unknown]
    tell(`what the hostile were answered: ${JSON.stringify(counts)}`)
    tell(
      `hostile: p50 ${percentile(mixed, 0.5).toFixed(1)} ms, longest turn of what receives ${mixedLoops.intake.max.toFixed(0)} ms, of the API ${mixedLoops.api.max.toFixed(0)} ms`,
    )
    hostile.disconnect()
    return [
      {
        what: 'Signed webhook to its 200 under the hostile mix, p99',
        ours: percentile(mixed, 0.99),
        floor: percentile(calm, 0.99),
        against: 'the same in calm',
        unit: 'ms',
        marks: { atMost: 250 },
      },
      ...(['intake', 'api'] as const).map((role): Row => ({
        what: `Event-loop delay of the process ${role} under the hostile mix, p99`,
        ours: mixedLoops[role].p99,
        floor: calmLoops[role].p99,
        against: 'the same in calm',
        unit: 'ms',
        marks: { atMost: 100 },
      })),
    ]
  },
}

/** The messages for searches and previews. */
async function fill(product: Product, { accounts, authToken }: WorldTenant, messages: number): Promise<void> {
  const result = await sendLoad({
    port: product.port,
    path: `/hooks/sms/${accounts.sms}`,
    publicBaseUrl: product.origin,
    authToken,
    connections: 32,
    requests: messages,
    seconds: 120,
    senders: 500,
  })
  if (result.failed > 0) throw new Error(`${result.failed} requests were not answered with 200`)
  await product.drained()
}

async function makeHostile(product: Product, tenant: WorldTenant): Promise<ChildProcess> {
  const { token: analyst } = await product.world.as(tenant, tenant.users.compliance)
  const { token: admin } = await product.world.as(tenant, tenant.users.super_admin)
  const child = fork(new URL('hostile-client.ts', import.meta.url), { execArgv: [] })
  await once(child, 'message')
  const given: Hostility = {
    port: product.port,
    label: tenant.label,
    hook: `/hooks/sms/${tenant.accounts.sms}`,
    tokens: { analyst, admin },
    email: `tenant_admin@${tenant.label}.example`,
    clientId: cognitoConfig(tenant.id, product.origin).userPoolClientId,
  }
  child.send(given)
  return child
}

/**
 * Sends signed webhooks to two organizations at fixed times, without waiting for earlier answers, as a provider does.
 * @returns How long each took, in milliseconds.
 */
async function acknowledgements(
  product: Product,
  tenants: readonly WorldTenant[],
  seconds: number,
): Promise<number[]> {
  const took: Promise<number>[] = []
  const began = performance.now()
  for (let n = 0; n < seconds * perSecond; n++) {
    await pause(Math.max(0, began + (n * 1000) / perSecond - performance.now()))
    const tenant = tenants[n % tenants.length]
    if (tenant)
      took.push(timed(() => postMessage(product, tenant, 'Could you call me back about the transfer?')))
  }
  return Promise.all(took)
}
