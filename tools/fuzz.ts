/**
 * `npm run fuzz`: all property tests, round after round, each with a new seed, until the time is up or one fails.
 * A case that it finds becomes a separate example next to the property.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runVitest, testsThatImport } from './vitest-run.ts'

const help = `Property tests with other cases than those of npm test.

  npm run fuzz -- [--minutes N] [--seed S] [part of a path …]

--minutes  For how long rounds are begun. Default: 10.
--seed     One round with this seed, as a failed round names it.
`

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
})

if (values.help || !/^\d{1,4}$/.test(values.minutes) || !/^\d{1,10}$/.test(values.seed ?? '1')) {
  process.stderr.write(help)
  process.exitCode = values.help ? 0 : 2
} else process.exitCode = await fuzz(Number(values.minutes), values.seed)

async function fuzz(minutes: number, only: string | undefined): Promise<number> {
  const files = await testsThatImport('fast-check', positionals)
  if (files.length === 0) {
    process.stderr.write('No property test has this in its path.\n')
    return 2
  }
  const until = Date.now() + minutes * 60_000
  for (let round = 1; round === 1 || (only === undefined && Date.now() < until); round++) {
    const seed = only ?? String(randomInt(1, 2 ** 31))
    const { code, output } = await runVitest(files, { FUZZ_SEED: seed }, 'at the end')
    if (code !== 0) {
      process.stdout.write(`${output}\nRound ${round} failed. Repeat it: npm run fuzz -- --seed ${seed}\n`)
      return 1
    }
    process.stdout.write(`Round ${round}: ${files.length} files passed with seed ${seed}\n`)
  }
  return 0
}
