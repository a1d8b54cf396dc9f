/** How many connections to a receiver are of use. */
import { hourMs } from '@verbatim/contract/durations.ts'

/** A receiver that answers at once takes no more over further connections. */
const fewest = 2
/** Many archives refuse a sender with more. */
export const mostConnections = 20
/** A mail over one connection, with its four answers. */
const slowMs = 50
/** What takes long by its size says nothing of the receiver. */
const largeBytes = 1024 * 1024
/** For so long a receiver that refused a further connection is not asked for as many. */
const limitedMs = hourMs

/** What a worker learnt of one receiver. A failure to learn only costs time. */
export class Pace {
  private wished = fewest
  private limit = mostConnections
  private limitedUntil = new Date(0)

  connections(now: Date): number {
    return Math.min(this.wished, now < this.limitedUntil ? this.limit : mostConnections)
  }

  /** A mail of these bytes was taken, and took this long. */
  took(ms: number, bytes: number): void {
    if (bytes > largeBytes) return
    const change = ms > slowMs ? 1 : -1
    this.wished = Math.min(Math.max(this.wished + change, fewest), mostConnections)
  }

  /** The receiver has this many connections, and refused a further one. */
  refused(standing: number, now: Date): void {
    this.limit = standing
    this.limitedUntil = new Date(now.getTime() + limitedMs)
  }
}

/** What a worker learnt of all receivers, from one turn to the next. */
export class Paces {
  private readonly known = new Map<string, Pace>()

  of(tenantId: string, { host, port }: { readonly host: string; readonly port: number }): Pace {
    const name = `${tenantId} ${host}:${port}`
    const pace = this.known.get(name) ?? new Pace()
    this.known.set(name, pace)
    return pace
  }
}
