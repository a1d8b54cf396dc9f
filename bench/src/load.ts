import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { PostedChannel } from './webhook-forms.ts'

/** The requests of a load client, all prepared before the clock starts. */
export interface Load {
  readonly port: number
  /** The URL of the endpoint, as it is signed. */
  readonly path: string
  readonly publicBaseUrl: string
  readonly authToken: string
  /** Whose form the requests have. Default: that of text messages. */
  readonly channel?: PostedChannel
  readonly connections: number
  readonly requests: number
  /** Stops earlier if everything was sent. */
  readonly seconds: number
  /** Senders of the messages: as many conversations. */
  readonly senders: number
}

export interface LoadResult {
  readonly answered: number
  /** Anything but 200. */
  readonly failed: number
  readonly seconds: number
  readonly perSecond: number
}

/** Prepares a load in a separate process and sends it; signed messages as a provider sends them. */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const child = fork(new URL('load-client.ts', import.meta.url), { execArgv: [] })
  const prepared = hear(child)
  child.send(load)
  await prepared
  const finished = hear(child)
  child.send('go')
  const result = (await finished) as LoadResult
  await once(child, 'exit')
  return result
}

async function hear(child: ChildProcess): Promise<unknown> {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The load client ended (${String(code)})`)
    }),
  ])) as unknown[]
  return message
}
