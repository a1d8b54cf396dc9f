/**
 * `npm run faults -- --seeds 20 --database-seeds 5`: kills processes of a real installation under load and proves from
 * an outside ledger that nothing acknowledged was lost, doubled or changed. `--help` says how. Source: promises §c.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { runCampaign } from './faults/campaign.ts'
import { describeResult, type SeedResult } from './faults/result.ts'

const help = `Kills a running installation under load, seed by seed, and checks what it kept against a ledger of its own.

  npm run faults -- [--seeds N] [--database-seeds M] [--seed S]

--seeds            Kills of the server's processes: doors, worker, both, or the supervisor. Default: 20.
--database-seeds   Kills of the postmaster. Default: 5.
--seed             The first seed; the others count on from it. Default: made up, and printed.
--report           Writes the count of passed and failed seeds to this file, as JSON.
--log              Keeps what the installation says in this file.

It starts an installation of its own in a temporary folder, on free ports of this machine, and removes it again.
Needs Linux: it finds the processes in /proc.
`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    'database-seeds': { type: 'string', default: '5' },
    seed: { type: 'string' },
    report: { type: 'string' },
    log: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

if (values.help) process.stdout.write(help)
else process.exitCode = await run()

async function run(): Promise<number> {
  const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000_000) : whole('seed')
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  process.stdout.write(`Seeds from ${first}\n`)
  const results: SeedResult[] = []
  await runCampaign({
    first,
    seeds: whole('seeds'),
    databaseSeeds: whole('database-seeds'),
    logFile: values.log,
    signal: stop.signal,
    tell(result) {
      results.push(result)
      process.stdout.write(`${describeResult(result)}\n`)
    },
  })
  const failed = results.filter(({ violations }) => violations.length > 0).length
  process.stdout.write(`${summary(results)}\n${results.length - failed} passed, ${failed} failed\n`)
  if (values.report)
    await writeFile(values.report, JSON.stringify({ passed: results.length - failed, failed, skipped: 0 }))
  return failed > 0 || stop.signal.aborted ? 1 : 0
}

function whole(name: 'seed' | 'seeds' | 'database-seeds'): number {
  const value = values[name] ?? ''
  if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} is a whole number, not ${value}`)
  return Number(value)
}

function summary(results: readonly SeedResult[]): string {
  const sum = (of: (result: SeedResult) => number) => results.reduce((total, result) => total + of(result), 0)
  const back = results.map(({ backAfterMs }) => backAfterMs).toSorted((a, b) => a - b)
  const seconds = (ms: number | undefined) => `${((ms ?? 0) / 1000).toFixed(1)} s`
  return (
    `${sum(({ attempts }) => attempts)} deliveries, ${sum(({ acknowledged }) => acknowledged)} acknowledged, ` +
    `${sum(({ unanswered }) => unanswered)} without an answer, ${sum(({ stored }) => stored)} records, ` +
    `${sum(({ incidents }) => incidents)} incidents; served again after ${seconds(back[back.length >> 1])} ` +
    `in the middle, ${seconds(back.at(-1))} at most`
  )
}
