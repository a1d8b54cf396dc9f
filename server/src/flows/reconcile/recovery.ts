/** What a list has and we lack is kept in the order in which it was sent, as far as memory allows: lists give the newest first. */
import type { ListedMessage } from '#channels/provider-calls.ts'
import type { Arrival, Keeper } from '#flows/capture/keep.ts'

/** As many share a commit. */
const keptAtOnce = 100
/** What one account may hold: more of it is kept in several runs, each in its order. */
const mostHeld = { messages: 2_000, bytes: 16 * 1024 * 1024 }

interface Found {
  readonly message: ListedMessage
  readonly arrival: Arrival
}

export interface Recovery {
  add(found: readonly Found[]): Promise<void>
  /** Keeps what is held. */
  flush(): Promise<void>
}

export function openRecovery(keeper: Pick<Keeper, 'keep'>): Recovery {
  let held: Found[] = []
  let bytes = 0
  const flush = async () => {
    const inOrder = held.toSorted((a, b) => a.message.sentAt.getTime() - b.message.sentAt.getTime())
    held = []
    bytes = 0
    for (let at = 0; at < inOrder.length; at += keptAtOnce)
      await Promise.all(inOrder.slice(at, at + keptAtOnce).map(({ arrival }) => keeper.keep(arrival)))
  }
  return {
    async add(found) {
      held.push(...found)
      for (const { message } of found) bytes += message.body.byteLength
      if (held.length >= mostHeld.messages || bytes >= mostHeld.bytes) await flush()
    },
    flush,
  }
}
