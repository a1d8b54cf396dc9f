import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '#platform/log.ts'
import { keepProcess } from './kept-process.ts'

test('a question to a process that just ended is not logged as a failure to start it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kept-process-'))
  const entry = join(folder.path, 'serving.mjs')
  await writeFile(entry, `process.send({ state: 'ready' })\nsetInterval(() => {}, 1_000)\n`)
  const lines: string[] = []
  const log = openLog({ level: 'info', name: 'supervisor', write: (line) => lines.push(line) })
  const kept = keepProcess({ name: 'serving', entry: pathToFileURL(entry), env: process.env, log })
  onTestFinished(() => kept.stop())
  await kept.firstReport

  process.kill(kept.processId()!, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100) // it has ended, and the supervisor has not seen it
  await expect(kept.asked.health()).rejects.toThrow('EPIPE')

  await vi.waitFor(() => expect(kept.restarts()).toBe(1))
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'a process ended unexpectedly; starting it again',
  ])
})
