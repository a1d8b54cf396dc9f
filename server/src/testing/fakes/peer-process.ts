/**
 * The process of one fake provider, which `own-process.ts` starts: it does what it is asked, by the names of the fake's own
 * methods and values, and keeps nothing when it is killed.
 */
import { peers, type PeerName } from './peers.ts'

/** A call of a method, a question for a value, or a change of values, of the fake or of a part of it. */
export interface PeerQuestion {
  readonly id: number
  readonly path: readonly string[]
  readonly args?: readonly unknown[]
  readonly changes?: Readonly<Record<string, unknown>>
}

export type PeerAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }

const [name = ''] = process.argv.slice(2)
// However the test ends, this ends with it.
process.once('disconnect', () => process.exit())
const peer: object = await peers[name as PeerName]({ now: () => new Date() })
process.on('message', (asked: Partial<PeerQuestion>) => {
  if (asked.path) void answer(asked as PeerQuestion).then((said) => process.send?.(said))
})
process.send?.('ready')

async function answer({ id, path, args, changes }: PeerQuestion): Promise<PeerAnswer> {
  try {
    const [last, ...above] = path.toReversed()
    const part = above.toReversed().reduce<unknown>(valueOf, peer)
    if (changes) return { id, value: void Object.assign(path.reduce<object>(valueOf, peer), changes) }
    const value = last === undefined ? peer : valueOf<unknown>(part, last)
    return { id, value: toSaid(args ? await (value as Function).apply(part, args) : value) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

const valueOf = <Value>(part: unknown, name: string) => (part as Record<string, Value>)[name] as Value

/** What two processes can say to each other. */
function toSaid(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSaid)
  if (value instanceof Response) return { status: value.status }
  return value
}
