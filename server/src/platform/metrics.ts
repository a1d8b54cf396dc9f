import type pg from 'pg'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

/**
 * The metrics of one process. Labels are only our own words: kinds of work, parts, routes of the contract; never a tenant's name,
 * an address or a text.
 */
export interface Metrics {
  /** Records one turn of one kind of work for one tenant. */
  turnEnded(work: string, outcome: 'done' | 'failed', seconds: number): void
  requestEnded(request: { method: string; route: string; status: number; seconds: number }): void
  watchPool(name: string, pool: pg.Pool): void
  /** A gauge whose values are computed when it is read. */
  gauge(name: string, help: string, labels: readonly string[], read: () => Promise<readonly Reading[]>): void
  /** A counter that is kept elsewhere, such as in the database. */
  total(name: string, help: string, labels: readonly string[], read: () => Promise<readonly Reading[]>): void
  /** All metrics, which the supervisor joins with those of other processes. */
  read(): Promise<Counted[]>
}

/** A metric with its values, in the form that processes exchange. */
export type Counted = MetricObjectWithValues<MetricValue<string>>

interface Reading {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const requestBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const turnBuckets = [0.01, 0.1, 1, 10, 60]

/** @param process The roles of this process, a label of all its metrics. */
export function openMetrics(process: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const turns = new Histogram({
    name: 'verbatim_turn_seconds',
    help: 'Turns of a worker on one kind of work for one organization, by outcome.',
    labelNames: ['work', 'outcome'],
    buckets: turnBuckets,
    registers,
  })
  const requests = new Histogram({
    name: 'verbatim_http_request_seconds',
    help: 'Requests by the route that served them, until the last byte of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const unread = new Counter({
    name: 'verbatim_metrics_unread_total',
    help: 'How often a metric could not be read, for example while the database was unreachable.',
    labelNames: ['metric'],
    registers,
  })
  /** If one is unavailable now, the other metrics stay readable. */
  const readable = async (metric: string, read: () => Promise<readonly Reading[]>) => {
    try {
      return await read()
    } catch {
      unread.inc({ metric })
      return undefined
    }
  }
  const pools: [string, pg.Pool][] = []
  const connections = new Gauge({
    name: 'verbatim_database_connections',
    help: 'Connections of a pool: open, idle, and requests waiting for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        connections.set({ pool, state: 'open' }, totalCount)
        connections.set({ pool, state: 'idle' }, idleCount)
        connections.set({ pool, state: 'waited-for' }, waitingCount)
      }
    },
  })
  /** Computed when it is read. Earlier values are dropped, even if it is unavailable. */
  const asked =
    (Kind: typeof Gauge | typeof Counter): Metrics['gauge'] =>
    (name, help, labels, read) => {
      const metric: Gauge | Counter = new Kind({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          const readings = await readable(name, read)
          metric.reset()
          for (const { labels: given, value } of readings ?? []) metric.inc(given, value)
        },
      })
    }
  return {
    turnEnded: (work, outcome, seconds) => turns.observe({ work, outcome }, seconds),
    requestEnded: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    watchPool: (name, pool) => void pools.push([name, pool]),
    gauge: asked(Gauge),
    total: asked(Counter),
    read: () => registry.getMetricsAsJSON(),
  }
}
