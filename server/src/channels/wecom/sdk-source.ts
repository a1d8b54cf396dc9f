import { type ChildProcess, fork } from 'node:child_process'
import { ArchiveFailure, type ArchiveSource, readPage } from './archive-source.ts'
import type { SdkAnswer, SdkCall, SdkReply } from './sdk-calls.ts'

interface SdkOptions {
  readonly library: string
  readonly corpId: string
  readonly secret: string
  /** For one call. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** A call that takes longer than the library itself allows it is stuck. */
const graceMs = 5_000

/** The archive through WeCom's library, in a process that lives until it is closed. */
export function openSdk({ library, corpId, secret, timeoutMs, signal }: SdkOptions): ArchiveSource {
  const child = start()
  const waiting = new Map<number, PromiseWithResolvers<SdkAnswer>>()
  let asked = 0
  child.on('message', (message) => {
    const said = message as SdkReply
    const { resolve, reject } = waiting.get(said.id) ?? {}
    if ('answer' in said) resolve?.(said.answer)
    else reject?.(new ArchiveFailure(said.code))
  })
  const ended = () => {
    for (const { reject } of waiting.values()) reject(new ArchiveFailure('ended'))
  }
  child.on('error', ended)
  child.on('exit', ended)
  const stop = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', stop, { once: true })

  async function ask(call: SdkCall): Promise<SdkAnswer> {
    if (!child.connected) throw new ArchiveFailure('ended')
    const id = ++asked
    const answered = Promise.withResolvers<SdkAnswer>()
    waiting.set(id, answered)
    const late = setTimeout(() => {
      answered.reject(new ArchiveFailure('timeout'))
      stop()
    }, timeoutMs + graceMs)
    try {
      child.send({ id, asked: call })
      return await answered.promise
    } finally {
      clearTimeout(late)
      waiting.delete(id)
    }
  }

  const opened = ask({ call: 'init', library, corpId, secret })
  // The first question learns of a failure.
  opened.catch(() => {})
  const seconds = Math.max(1, Math.ceil(timeoutMs / 1000))
  return {
    async messages(after, most) {
      await opened
      return readPage(textIn(await ask({ call: 'messages', after, most, seconds })))
    },
    async open(messageKey, sealed) {
      await opened
      return textIn(await ask({ call: 'open', messageKey, sealed }))
    },
    async file(fileId, place) {
      await opened
      const answer = await ask({ call: 'file', fileId, place, seconds })
      if (!('bytes' in answer)) throw new ArchiveFailure('not-understood')
      return answer
    },
    async close() {
      signal?.removeEventListener('abort', stop)
      stop()
    },
  }
}

/** The library gets nothing of our environment but where it finds other libraries. What it prints may have messages in it. */
function start(): ChildProcess {
  const libraries = process.env['LD_LIBRARY_PATH']
  return fork(new URL('./sdk-process.ts', import.meta.url), {
    env: libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function textIn(answer: SdkAnswer): string {
  if (!('text' in answer)) throw new ArchiveFailure('not-understood')
  return answer.text
}
