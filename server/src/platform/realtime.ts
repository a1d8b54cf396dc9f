import type { FastifyInstance } from 'fastify'
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { Server, type Socket } from 'socket.io'
import { listen } from './changes.ts'
import type { Log } from './log.ts'

export interface RealtimeOptions {
  readonly databaseUrl: string
  readonly log: Log
  /** @throws where the token is not, or no longer, good. */
  readonly verifyToken: (token: string) => Promise<{ tenantId: TenantId; userId: UserId }>
}

/** An ended session leaves its sockets within this. Source: promise P-26. */
const recheckMs = 4_000
/** Many batches in a moment are one call. */
const gatherMs = 150

/**
 * Tells signed-in readers which slices of their organization changed, so that they look again through the API, with
 * their own rights. No content travels here. Every server listens to the database itself, so any number of them
 * serve sockets without knowing of each other.
 */
export function openRealtime(app: FastifyInstance, { databaseUrl, log, verifyToken }: RealtimeOptions) {
  const io = new Server(app.server, {
    path: '/bff/realtime',
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
    allowRequest: (request, done) => done(null, isOwnOrigin(request.headers.origin, request.headers.host)),
  })
  io.use((socket, next) => void admit(socket, verifyToken, next))
  io.on('connection', (socket) => {
    // A socket outlives an access token: its reader hands over the next one.
    socket.on('token', (token: unknown) => {
      if (typeof token === 'string' && token.length < 8_192) socket.data['token'] = token
    })
  })

  const gathered = new Map<TenantId, Set<string>>()
  const timer = setInterval(() => {
    for (const [tenantId, slices] of gathered) io.to(tenantId).emit('changed', [...slices])
    gathered.clear()
  }, gatherMs)
  const recheck = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) void recheckSocket(socket, verifyToken)
  }, recheckMs)
  const ears = listen(
    databaseUrl,
    {
      change({ tenantId, slices }) {
        const known = gathered.get(tenantId) ?? new Set()
        for (const slice of slices) known.add(slice)
        gathered.set(tenantId, known)
      },
    },
    log,
  )
  return {
    async close() {
      clearInterval(timer)
      clearInterval(recheck)
      await ears.close()
      await io.close()
    },
  }
}

/** Lets a socket hear of its organization's changes, if its token is good. */
async function admit(
  socket: Socket,
  verifyToken: RealtimeOptions['verifyToken'],
  next: (refused?: Error) => void,
): Promise<void> {
  try {
    const token: unknown = socket.handshake.auth['token']
    const { tenantId, userId } = await verifyToken(typeof token === 'string' ? token : '')
    socket.data['token'] = token
    socket.data['owner'] = `${tenantId}|${userId}`
    await socket.join(tenantId)
  } catch {
    next(new Error('session.expired'))
    return
  }
  next()
}

/** Closes a socket whose session has ended, or that goes on with the token of somebody else. */
async function recheckSocket(socket: Socket, verifyToken: RealtimeOptions['verifyToken']): Promise<void> {
  try {
    const { tenantId, userId } = await verifyToken(String(socket.data['token']))
    if (socket.data['owner'] !== `${tenantId}|${userId}`) socket.disconnect(true)
  } catch {
    socket.disconnect(true)
  }
}

/** Browsers tell where a socket's page is from; only our own pages may open one. Programs tell nothing. */
function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
