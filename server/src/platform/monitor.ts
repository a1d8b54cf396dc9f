import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import { sameSecret } from './crypto.ts'
import type { KeptProcess } from '#platform/processes/kept-process.ts'
import type { Counted } from './metrics.ts'
import { type Health, isReady } from '#platform/processes/supervised.ts'

export interface Monitor {
  readonly port: number
  /** Replaces the processes to ask. */
  watch(processes: readonly KeptProcess[]): void
  /** From now on this node is not ready. */
  drain(): void
  close(): Promise<void>
}

interface MonitorOptions {
  readonly port: number
  readonly host: string
  /** Readers of metrics send this token; without one, no token is required. */
  readonly key: string | undefined
}

interface NodeHealth {
  readonly status: Health['state']
  readonly processes: Readonly<Record<string, Health>>
}

/**
 * One port per node that reports the state of all its processes: `/health/live`, `/health/ready` and `/metrics`. The
 * supervisor serves it, so it answers while a process is starting, stuck or gone.
 */
export async function openMonitor({ port, host, key }: MonitorOptions): Promise<Monitor> {
  let watched: readonly KeptProcess[] | undefined
  let draining = false

  async function findHealth(): Promise<NodeHealth> {
    const found = await Promise.all(
      (watched ?? []).map(async (kept) => [kept.name, await healthOf(kept)] as const),
    )
    const states = found.map(([, { state }]) => state)
    const status = draining ? 'draining' : watched ? worst(states) : 'starting'
    return { status, processes: Object.fromEntries(found) }
  }

  async function findMetrics(): Promise<string> {
    const kept = watched ?? []
    const said = await Promise.all(kept.map((one) => one.asked.metrics().catch(() => undefined)))
    const own = await countOwn(kept.map((one, index) => ({ kept: one, answers: said[index] !== undefined })))
    const all = [own, ...said.filter((metrics) => metrics !== undefined)]
    return AggregatorRegistry.aggregate(all).metrics()
  }

  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.writableEnded || reply.writeHead(500).end())
  })
  // Only few short requests arrive here.
  Object.assign(server, { headersTimeout: 5_000, requestTimeout: 10_000, maxConnections: 100 })

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://monitor')
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendJson(reply, 405, {})
    if (pathname === '/health/live') return sendJson(reply, 200, { status: 'alive' })
    if (pathname === '/health/ready') {
      const health = await findHealth()
      return sendJson(reply, isReady(health.status) ? 200 : 503, health)
    }
    if (pathname !== '/metrics') return sendJson(reply, 404, {})
    if (key !== undefined && !sameSecret(bearerOf(request), key)) return sendJson(reply, 401, {})
    const text = await findMetrics()
    reply.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text)
  }

  server.listen({ port, host, exclusive: true })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    watch: (processes) => void (watched = processes),
    drain: () => void (draining = true),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const order: readonly Health['state'][] = ['draining', 'not-ready', 'starting', 'degraded', 'ready']

/** A node is as ready as the least ready of its processes. */
const worst = (states: readonly Health['state'][]): Health['state'] =>
  order.find((state) => states.includes(state)) ?? 'ready'

async function healthOf(kept: KeptProcess): Promise<Health> {
  try {
    return await kept.asked.health()
  } catch {
    return { state: 'not-ready', degraded: [] } // gone, or stuck
  }
}

/** Facts about processes that only the supervisor knows. */
async function countOwn(processes: readonly { kept: KeptProcess; answers: boolean }[]): Promise<Counted[]> {
  const registry = new Registry()
  const registers = [registry]
  const restarts = new Gauge({
    name: 'verbatim_process_restarts',
    help: 'How often a process ended unexpectedly and was restarted since the node started.',
    labelNames: ['process'],
    registers,
  })
  const answering = new Gauge({
    name: 'verbatim_process_up',
    help: 'Whether a process is running and answers: 1 or 0.',
    labelNames: ['process'],
    registers,
  })
  for (const { kept, answers } of processes) {
    restarts.set({ process: kept.name }, kept.restarts())
    answering.set({ process: kept.name }, answers ? 1 : 0)
  }
  return registry.getMetricsAsJSON()
}

function sendJson(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  reply.end(`${JSON.stringify(body)}\n`)
}

const bearerOf = ({ headers }: IncomingMessage) =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
