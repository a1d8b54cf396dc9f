/** Recent answers, stored on this device for offline reading. Never tokens, and never answers of two people. */
import { answersOfUser } from '@verbatim/client/forget-user.ts'

/** How many threads and lists are stored; the least recently read ones are removed first. */
const most = 60

const addressOf = (readerId: string, key: string) =>
  `/messenger/kept/${encodeURIComponent(readerId)}/${encodeURIComponent(key)}`

/** Stores an answer, after removing what other users read on this device. A failure to store is ignored. */
export async function keep(readerId: string, key: string, answer: unknown): Promise<void> {
  try {
    const cache = await caches.open(answersOfUser)
    const address = addressOf(readerId, key)
    await cache.delete(address) // a key that is added again moves to the end
    await cache.put(address, Response.json(answer))
    const all = await cache.keys()
    const mine = all.filter(({ url }) => new URL(url).pathname.startsWith(addressOf(readerId, '')))
    const surplus = [...all.filter((request) => !mine.includes(request)), ...mine.slice(0, -most)]
    await Promise.all(surplus.map((request) => cache.delete(request)))
  } catch {
    // No storage: a private window, or a full disk.
  }
}

/** The answer stored under a key for this reader; undefined if there is none. */
export async function findKept(readerId: string, key: string): Promise<unknown> {
  try {
    const found = await (await caches.open(answersOfUser)).match(addressOf(readerId, key))
    return (await found?.json()) as unknown
  } catch {
    return undefined
  }
}

/** Removes what is stored under a key for this reader: they may not read it any more. */
export async function forgetKept(readerId: string, key: string): Promise<void> {
  try {
    await (await caches.open(answersOfUser)).delete(addressOf(readerId, key))
  } catch {
    // No storage, and so nothing is stored.
  }
}
