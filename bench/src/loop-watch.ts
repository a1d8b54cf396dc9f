import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'

/** The delay of an event loop since the last call, in milliseconds. */
interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Watches the event loops of processes that are started with `env`, each in a different role. */
export function watchLoop() {
  const path = join(tmpdir(), `bench-loop-${process.pid}-${Math.floor(performance.now())}.sock`)
  return {
    env: {
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('loop-delay.ts', import.meta.url))}`,
      BENCH_LOOP_SOCKET: path,
    },
    async ask(role: string): Promise<LoopDelay> {
      const said = JSON.parse(await text(connect(`${path}.${role}`))) as LoopDelay
      return { p50: said.p50 / 1e6, p99: said.p99 / 1e6, max: said.max / 1e6 }
    },
  }
}
