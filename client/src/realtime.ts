import { type Slice, slices as allSlices } from '@verbatim/contract/changes.ts'
import type { Session } from './session.ts'

/** The shortest time between two reloads of a slice, however many changes arrive. */
const restMs = 1000

/** If a socket was refused because of limits, the next one is opened after this time, or at most twice as long. */
const fullMs = 60_000

/**
 * Listens for "these slices changed", and passes it on at most once a second. No content comes this way: lists are read
 * again through the API. Returns a function that ends the listening.
 */
export function listenForChanges(
  session: Session,
  onChanged: (slices: ReadonlySet<Slice>) => void,
): () => void {
  let changed = new Set<Slice>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}
  let isOver = false

  const tell = () => {
    timer = undefined
    const slices = changed
    changed = new Set()
    onChanged(slices)
  }
  const gather = (slices: readonly Slice[]) => {
    for (const slice of slices) changed.add(slice)
    timer ??= setTimeout(tell, restMs)
  }

  void openSocket(session, gather).then((close) => {
    if (isOver) close()
    else stop = close
  })
  return () => {
    isOver = true
    clearTimeout(timer)
    stop()
  }
}

/** How long ago this page began to load. Not every clock runs while a device sleeps, so the longer time counts. */
const pageAgeMs = () => Math.max(performance.now(), Date.now() - performance.timeOrigin)

async function openSocket(
  session: Session,
  changed: (slices: readonly Slice[]) => void,
): Promise<() => void> {
  const { io } = await import('socket.io-client')
  let isFirstTry = true
  const socket = io({
    path: '/bff/realtime',
    transports: ['websocket'],
    auth: (give) => {
      session.accessToken().then(
        // The server answers with what changed since the page began to load.
        (token) => give({ token, ...(isFirstTry && { ageMs: pageAgeMs() }) }),
        () => give({}),
      )
    },
  })
  socket.on('changed', changed)
  // Changes that came while no socket was open are not sent again.
  socket.on('connect', () => {
    if (!isFirstTry) changed(allSlices)
    isFirstTry = false
  })
  // This person has more open sockets than the server allows. A tab or device may be closed meanwhile.
  let again: ReturnType<typeof setTimeout> | undefined
  socket.on('connect_error', ({ message }) => {
    isFirstTry = false
    if (message !== 'sockets.too-many') return
    again = setTimeout(() => socket.connect(), fullMs * (1 + Math.random()))
  })
  socket.on('disconnect', (reason) => {
    // The server ends a socket whose token has expired; the library does not reconnect after that by itself.
    if (reason === 'io server disconnect' && session.person()) socket.connect()
  })
  return () => {
    clearTimeout(again)
    socket.close()
  }
}
