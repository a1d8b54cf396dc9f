/**
 * Loaded by `--import` into a measured process (`loop-watch.ts`): measures the delay of its event loop, and answers each
 * connection to its socket, which `BENCH_LOOP_SOCKET` and its role name, with the measurements since the previous one.
 */
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const path = process.env['BENCH_LOOP_SOCKET']
const role = process.env['VERBATIM_ROLE']
if (isMainThread && path && role) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  createServer((socket) => {
    socket.on('error', () => {})
    socket.end(JSON.stringify({ p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max }))
    delay.reset()
  })
    .listen(`${path}.${role}`)
    .unref()
}
