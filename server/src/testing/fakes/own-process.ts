import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { PeerAnswer, PeerQuestion } from './peer-process.ts'
import type { PeerName, PeerOf } from './peers.ts'

/** What a method of a fake says, as it arrives from another process. */
type Said<Result> = Result extends Response
  ? { readonly status: number }
  : Result extends readonly Response[]
    ? readonly { readonly status: number }[]
    : Result

/** A fake whose methods are called in its process. Its parts, such as a list within it, have theirs. */
type Remote<Peer> = {
  readonly [Name in keyof Peer as Name extends string ? Name : never]: Peer[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Promise<Said<Awaited<Result>>>
    : Peer[Name] extends object
      ? Remote<Peer[Name]>
      : never
}

/** A fake in a process of its own. */
export interface PeerProcess<Peer> extends AsyncDisposable {
  readonly child: ChildProcess
  readonly does: Remote<Peer>
  /** A value of the fake as it is now. */
  read<Name extends keyof Peer & string>(name: Name): Promise<Peer[Name]>
  change(changes: Partial<Peer>): Promise<void>
}

/** Starts a fake, so that its work and its failures are not those of the process that tests. */
export async function startPeer<Name extends PeerName>(name: Name): Promise<PeerProcess<PeerOf<Name>>> {
  const child = fork(new URL('peer-process.ts', import.meta.url), [name], {
    execArgv: [],
    env: { ...process.env, FORCE_COLOR: undefined },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)))
  ended.catch(() => {}) // its calls reject
  await Promise.race([once(child, 'message'), ended])

  const waiting = new Map<number, (answer: PeerAnswer) => void>()
  child.on('message', (answer: PeerAnswer) => waiting.get(answer.id)?.(answer))
  let count = 0
  async function ask(question: Omit<PeerQuestion, 'id'>): Promise<unknown> {
    const id = (count += 1)
    const answered = new Promise<PeerAnswer>((done) => waiting.set(id, done))
    child.send({ ...question, id }, () => {}) // unless it reaches the child, `ended` says why
    const answer = await Promise.race([answered, ended]).finally(() => waiting.delete(id))
    if ('error' in answer) throw new Error(`${name}.${question.path.join('.')}: ${answer.error}`)
    return answer.value
  }

  type Peer = PeerOf<Name>
  return {
    child,
    does: remote((path, args) => ask({ path, args })) as Remote<Peer>,
    read: async <Key extends keyof Peer & string>(key: Key) => (await ask({ path: [key] })) as Peer[Key],
    change: async (changes) => void (await ask({ path: [], changes })),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

type Call = (path: readonly string[], args: readonly unknown[]) => Promise<unknown>

/** Every name is a part of it, which can be called. */
function remote(call: Call, path: readonly string[] = []): unknown {
  return new Proxy(() => undefined, {
    get: (_, name) => (typeof name === 'string' ? remote(call, [...path, name]) : undefined),
    apply: (_, __, args: unknown[]) => call(path, args),
  })
}
