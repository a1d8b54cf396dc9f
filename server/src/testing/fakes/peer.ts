import type { Collection, Session, SessionEnd } from '#channels/collection.ts'
import type { Collector } from '#flows/collect/session.ts'

/** A provider of numbers that only one test has. */
export interface Peer {
  readonly collector: Collector
  readonly sessions: Session[]
  /** What the next sessions do; the default waits until it is ended. */
  acts: ((session: Session) => Promise<SessionEnd>)[]
}

const untilEnded = (session: Session) =>
  new Promise<SessionEnd>((done) => {
    const end = () => done({ outcome: 'again' })
    if (session.signal.aborted) end()
    session.signal.addEventListener('abort', end)
  })

export function openPeer(over: Omit<Collection, 'collect'> = {}): Peer {
  const sessions: Session[] = []
  const peer: Peer = {
    sessions,
    acts: [],
    collector: {
      channel: 'telegram',
      identityOf: (value) => ({ kind: 'telegram', value }),
      rawKey: ({ body }) => Buffer.from(body).toString('utf8'),
      parse: () => [],
      collection: {
        ...over,
        async collect(_, session) {
          sessions.push(session)
          return (peer.acts.shift() ?? untilEnded)(session)
        },
      },
    },
  }
  return peer
}
