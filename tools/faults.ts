/**
 * `npm run faults`: kills processes of a real installation under load and proves from an
 * external ledger that no acknowledged delivery was lost, duplicated or changed. `--help` lists the options. Source:
 * docs/rules/promises.md.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { runCampaign } from './faults/campaign.ts'
import { describeCollected, runCollected } from './faults/collected.ts'
import { type DisturbanceName, disturbanceNames, needDisks, quickly } from './faults/disturbances.ts'
import { describeFigures, runFigures } from './faults/figures.ts'
import { describeResult, type SeedResult } from './faults/result.ts'

const help = `Kills a running installation under load, seed by seed, and checks what it kept against a separate ledger.

  npm run faults -- [--seeds N] [--database-seeds M] [--seed S] [--nodes K] [--scenes all|quick|NAME,NAME]
                     [--collectors N] [--figures N]

--seeds            Kills of the server's processes: servers, worker, both, or the supervisor. Default: 20.
--database-seeds   Kills of the postmaster. Default: 5.
--nodes            How many nodes share one database and one folder of files. Default: 1, with its own database.
--scenes           Faults besides kills, with two nodes at least: all, quick, or some of
                   ${disturbanceNames.join(', ')}.
                   Those that fill or close a disk mount one, and need the right to do that.
--collectors       Runs of three kills, of the worker and the servers, while every kind of provider hands over
                   messages: a daemon, a linked device, an archive, a bot and an agent with a list. Default: 3.
--figures          Kills of the worker or the database while figures are counted and themes are found again. Default: 2.
--seed             The first seed; the others follow it. Default: random, and printed.
--report           Writes the count of passed and failed seeds to this file, as JSON.
--log              Keeps what the installation says in this file.

It starts a separate installation in a temporary folder, on free ports of this machine, and removes it again.
Needs Linux: it finds the processes in /proc.
`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    'database-seeds': { type: 'string', default: '5' },
    nodes: { type: 'string', default: '1' },
    collectors: { type: 'string', default: '3' },
    figures: { type: 'string', default: '2' },
    scenes: { type: 'string' },
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
  const scenes = scenesOf(values.scenes)
  const nodes = Math.max(whole('nodes'), scenes.length > 0 ? 2 : 1)
  const common = { first, logFile: values.log, signal: stop.signal }
  const isForEndpoints = whole('seeds') + whole('database-seeds') + scenes.length > 0
  if (isForEndpoints)
    await runCampaign({
      ...common,
      seeds: whole('seeds'),
      databaseSeeds: whole('database-seeds'),
      nodes,
      scenes,
      tell(result) {
        results.push(result)
        process.stdout.write(`${describeResult(result)}\n`)
      },
    })
  let [wrong, others] = [0, 0]
  const reporting = <R extends { readonly violations: readonly string[] }>(
    describe: (result: R) => string,
  ) => ({
    tell(result: R) {
      others += 1
      wrong += result.violations.length > 0 ? 1 : 0
      process.stdout.write(`${describe(result)}\n`)
    },
  })
  if (whole('collectors') > 0)
    await runCollected({ ...common, seeds: whole('collectors'), ...reporting(describeCollected) })
  if (whole('figures') > 0)
    await runFigures({ ...common, seeds: whole('figures'), ...reporting(describeFigures) })
  const failed = results.filter(({ violations }) => violations.length > 0).length + wrong
  const passed = results.length + others - failed
  if (isForEndpoints) process.stdout.write(`${summary(results)}\n`)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  if (values.report) await writeFile(values.report, JSON.stringify({ passed, failed, skipped: 0 }))
  return failed > 0 || stop.signal.aborted ? 1 : 0
}

function scenesOf(given: string | undefined): readonly DisturbanceName[] {
  if (given === undefined) return []
  if (given === 'quick') return quickly
  const isRoot = process.getuid?.() === 0
  if (given === 'all') {
    const left = disturbanceNames.filter((name) => needDisks.has(name) && !isRoot)
    if (left.length > 0)
      process.stdout.write(`Left out, for want of the right to mount: ${left.join(', ')}\n`)
    return disturbanceNames.filter((name) => !left.includes(name))
  }
  return given.split(',').map((text) => {
    const name = disturbanceNames.find((one) => one === text)
    if (!name) throw new Error(`--scenes: there is no ${text}`)
    return name
  })
}

function whole(name: 'seed' | 'seeds' | 'database-seeds' | 'nodes' | 'collectors' | 'figures'): number {
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
