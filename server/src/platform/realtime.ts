import type { IncomingMessage } from 'node:http'
import addressOf from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { accessSlices, slices as allSlices } from '@verbatim/contract/changes.ts'
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { Server, type Socket } from 'socket.io'
import { listen } from './changes.ts'
import type { Log } from './log.ts'
import type { Clock } from '#kernel/clock.ts'
import { turnToSpare } from '#platform/by-turns.ts'
import { networkOf } from './network-of.ts'
import { rateWindow } from './rate-window.ts'
import { rememberChanges } from './recent-changes.ts'

interface RealtimeOptions extends Clock {
  /** How many proxies are in front of us; with 0, `X-Forwarded-For` is ignored. */
  readonly trustedProxies: number
  readonly databaseUrl: string
  readonly log: Log
  /** @throws if the token is not, or no longer, valid. */
  readonly verifyToken: (token: string) => Promise<{ tenantId: TenantId; userId: UserId }>
  /** The slices whose changes each user is notified of; none for users without access. */
  readonly slicesFor: (
    tenantId: TenantId,
    userIds: readonly UserId[],
  ) => Promise<ReadonlyMap<UserId, ReadonlySet<string>>>
  /** Called before other work when permissions change in an organization. */
  readonly onAccessChange?: (tenantId: TenantId) => void
  /** How often the token of each open socket is checked again. */
  readonly recheckMs?: number
  /** Milliseconds of a clock that never goes back. */
  readonly ticks?: () => number
}

/** The sockets of an ended session close within this time. Source: docs/rules/promises.md. */
export const usualRecheckMs = 4_000
/**
 * Open sockets on one server. A person has one for each tab and device, and an organization some for each of its
 * people. A further socket is refused. Closing an older one would not help, because it would reconnect and close another.
 */
export const mostSockets = { perPerson: 32, perTenant: 5_000 } as const
/** Sockets of one address with invalid tokens per minute; more are refused before any work is done for them. */
const refusedPerMinute = 400
/** Many batches within this time become one call. */
const gatherMs = 150

/**
 * Notifies signed-in readers which slices of their organization changed, so that they load them again through the API, with
 * their own permissions. No content is sent here. Every server listens to the database itself, so any number of them serve
 * sockets without knowing of each other.
 */
export function openRealtime(app: FastifyInstance, options: RealtimeOptions) {
  const { databaseUrl, log, verifyToken, onAccessChange, recheckMs = usualRecheckMs } = options
  const refusals = openRefusals(options)
  const io = new Server(app.server, {
    path: '/bff/realtime',
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
    allowRequest: (request, done) => {
      const isOwn = isOwnOrigin(request.headers.origin, request.headers.host)
      done(null, isOwn && !refusals.areFull(request))
    },
  })
  const recent = rememberChanges(options.ticks ?? (() => performance.now()))
  const accessChanges = countChanges()
  admitOnce(io, { ...options, seats: openSeats(), accessChanges }, refusals)
  io.on('connection', (socket) => {
    // A socket outlives an access token, so its reader sends the next one.
    socket.on('token', (token: unknown) => {
      if (typeof token === 'string' && token.length < 8_192) socket.data['token'] = token
    })
    tell([socket], recent.missedBy(socket.data['tenant'] as TenantId, ageOf(socket)))
  })

  const socketsOf = (tenantId: TenantId) =>
    [...(io.sockets.adapter.rooms.get(tenantId) ?? [])].flatMap((id) => io.sockets.sockets.get(id) ?? [])
  const gathered = new Map<TenantId, Set<string>>()
  const gather = (tenantId: TenantId, slices: readonly string[]) => {
    gathered.set(tenantId, new Set([...(gathered.get(tenantId) ?? []), ...slices]))
  }
  const timer = setInterval(() => {
    for (const [tenantId, slices] of gathered) tell(socketsOf(tenantId), slices)
    gathered.clear()
  }, gatherMs)
  const recheck = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) void recheckSocket(socket, verifyToken)
  }, recheckMs)
  const listener = listen(
    databaseUrl,
    {
      connected() {
        recent.connected()
        // What changed while the connection was broken is not known.
        tell([...io.sockets.sockets.values()], new Set(allSlices))
      },
      lost: () => recent.lost(),
      change({ tenantId, slices }) {
        recent.add(tenantId, slices)
        if (!slices.some((slice) => accessSlices.includes(slice))) {
          gather(tenantId, slices)
          return
        }
        accessChanges.add(tenantId)
        onAccessChange?.(tenantId)
        void admitAgain(tenantId, socketsOf(tenantId), options).then(() => gather(tenantId, slices))
      },
    },
    log,
  )
  return {
    async close() {
      clearInterval(timer)
      clearInterval(recheck)
      await listener.close()
      await io.close()
    },
  }
}

/** Counts the refused sockets of each network. */
function openRefusals({ trustedProxies, now }: RealtimeOptions) {
  const refused = rateWindow({ limit: refusedPerMinute, windowMs: 60_000 })
  const callerOf = (request: IncomingMessage) =>
    networkOf(addressOf(request, (_address, hop) => hop < trustedProxies))
  return {
    areFull: (request: IncomingMessage) => refused.isFull(callerOf(request), now()),
    add: (request: IncomingMessage) => refused.take(callerOf(request), now()),
  }
}

/** Gives each connection one attempt: it could ask for a socket again and again. */
function admitOnce(io: Server, admission: Admission, refusals: ReturnType<typeof openRefusals>): void {
  const tried = new WeakSet<object>()
  io.use(async (socket, next) => {
    const { conn, request } = socket
    const isTooMuch = tried.has(conn) || refusals.areFull(request)
    tried.add(conn)
    const refusal = isTooMuch ? new Error('sockets.too-many') : await admit(socket, admission)
    if (refusal) {
      refusals.add(request)
      // After the refusal is sent.
      setTimeout(() => conn.close(), 0)
    }
    next(refusal)
  })
}

interface Admission extends RealtimeOptions {
  readonly seats: Seats
  readonly accessChanges: ReturnType<typeof countChanges>
}

/** How often permissions changed in each organization since this server started. */
function countChanges() {
  const counts = new Map<TenantId, number>()
  const of = (tenantId: TenantId) => counts.get(tenantId) ?? 0
  return { of, add: (tenantId: TenantId) => counts.set(tenantId, of(tenantId) + 1) }
}

/** Subscribes a socket to its organization's changes, if its token is valid. @returns The reason for the page if not. */
async function admit(
  socket: Socket,
  { verifyToken, slicesFor, seats, accessChanges }: Admission,
): Promise<Error | undefined> {
  try {
    const token: unknown = socket.handshake.auth['token']
    await turnToSpare()
    const { tenantId, userId } = await verifyToken(typeof token === 'string' ? token : '')
    // It closed meanwhile: it would keep its seat, because it does not close again.
    if (socket.conn.readyState !== 'open') return undefined
    const free = seats.take(tenantId, userId)
    // Its page tries again, but not soon (`client/src/realtime.ts`).
    if (!free) return new Error('sockets.too-many')
    socket.conn.once('close', free)
    // What was read before a change of access would stay, because the change is announced to open sockets only.
    let seen: number
    do {
      seen = accessChanges.of(tenantId)
      socket.data['slices'] = (await slicesFor(tenantId, [userId])).get(userId)
    } while (seen !== accessChanges.of(tenantId))
    if (!socket.data['slices']) throw new Error('This caller may not open a socket')
    socket.data['token'] = token
    socket.data['owner'] = userId
    socket.data['tenant'] = tenantId
    await socket.join(tenantId)
    return undefined
  } catch {
    return new Error('session.expired')
  }
}

/** How many milliseconds ago its page began to load, if it says so. */
function ageOf({ handshake }: Socket): number | undefined {
  const age: unknown = handshake.auth['ageMs']
  return typeof age === 'number' && age >= 0 ? age : undefined
}

type Seats = ReturnType<typeof openSeats>

/** Counts the sockets of people and organizations. */
function openSeats() {
  const taken = new Map<string, number>()
  const count = (id: string, change: 1 | -1) => {
    const now = (taken.get(id) ?? 0) + change
    if (now > 0) taken.set(id, now)
    else taken.delete(id)
  }
  return {
    /** @returns The function that releases the seat; undefined if there is none. */
    take(tenantId: TenantId, userId: UserId): (() => void) | undefined {
      const isFull =
        (taken.get(userId) ?? 0) >= mostSockets.perPerson ||
        (taken.get(tenantId) ?? 0) >= mostSockets.perTenant
      if (isFull) return undefined
      for (const id of [tenantId, userId]) count(id, 1)
      return () => {
        for (const id of [tenantId, userId]) count(id, -1)
      }
    },
  }
}

/** Notifies each socket only of its own slices; a socket without any gets nothing. */
function tell(sockets: readonly Socket[], slices: ReadonlySet<string>): void {
  for (const socket of sockets) {
    const heard = slices.intersection((socket.data['slices'] ?? new Set()) as ReadonlySet<string>)
    if (heard.size > 0) socket.emit('changed', [...heard])
  }
}

/**
 * Checks again, once for all sockets of an organization, which changes they may get; sockets of users without access are
 * closed.
 */
async function admitAgain(
  tenantId: TenantId,
  sockets: readonly Socket[],
  { slicesFor, log }: RealtimeOptions,
): Promise<void> {
  if (sockets.length === 0) return
  const owners = Map.groupBy(sockets, (socket) => socket.data['owner'] as UserId)
  try {
    const heard = await slicesFor(tenantId, [...owners.keys()])
    for (const [owner, theirs] of owners) letHear(theirs, heard.get(owner))
  } catch (error) {
    // If a user's access cannot be checked, their socket gets nothing. The page opens another one, which is checked again.
    log.warn({ err: error }, 'the access rights of open sockets could not be read')
    letHear(sockets, undefined)
  }
}

function letHear(sockets: readonly Socket[], slices: ReadonlySet<string> | undefined): void {
  for (const socket of sockets) {
    socket.data['slices'] = slices
    if (!slices) socket.disconnect(true)
  }
}

/** Closes a socket whose session has ended, or that continues with another user's token. */
async function recheckSocket(socket: Socket, verifyToken: RealtimeOptions['verifyToken']): Promise<void> {
  try {
    const { tenantId, userId } = await verifyToken(String(socket.data['token']))
    if (socket.data['owner'] !== userId || !socket.rooms.has(tenantId)) socket.disconnect(true)
  } catch {
    socket.disconnect(true)
  }
}

/** Browsers send the origin of a socket's page; only our own pages may open one. Programs send none. */
function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
