import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '#platform/log.ts'
import { keepProcess } from './kept-process.ts'

test('a question to a process that just ended is not logged as a failure to start it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kept-process-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const entry = join(folder, 'serving.mjs')
  await writeFile(entry, `process.send({ state: 'ready' })\nsetInterval(() => {}, 1_000)\n`)
  const lines: string[] = []
  const log = openLog({ level: 'info', name: 'supervisor', write: (line) => lines.push(line) })
  const kept = keepProcess({ name: 'serving', entry: pathToFileURL(entry), env: process.env, log })
  onTestFinished(() => kept.stop())
  await kept.firstReport

  process.kill(kept.processId()!, 'SIGKILL')
  // All its threads have ended, and the supervisor, which waits here, has not seen it.
  const place = `/proc/${kept.processId()}`
  while (!readFileSync(`${place}/stat`, 'utf8').includes(') Z ') || readdirSync(`${place}/task`).length > 1);
  await expect(kept.asked.health()).rejects.toThrow('EPIPE')

  await expect.poll(() => kept.restarts()).toBe(1)
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'a process ended unexpectedly; starting it again',
  ])
})
