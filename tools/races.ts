/**
 * `npm run races`: two users change the same thing at once, 50 pairs at a time, 200 times over, against a real PostgreSQL.
 * One wins and the other gets a failure, and the invariants remain true in the database. `npm test` runs one round.
 */
import { parseArgs } from 'node:util'
import { runVitest, testsThatImport } from './vitest-run.ts'

const help = `Races of two who change the same at once, 50 pairs at a time.

  npm run races -- [--rounds N]

--rounds   How often every race is run. Default: 200, the whole campaign.
`

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, help: { type: 'boolean', short: 'h' } },
})

if (values.help) process.stdout.write(help)
else process.exitCode = await run(values.rounds)

async function run(rounds: string): Promise<number> {
  if (!/^[1-9]\d{0,5}$/.test(rounds)) {
    process.stderr.write(help)
    return 2
  }
  const files = await testsThatImport('#testing/races.ts')
  return (await runVitest(files, { RACES: rounds }, 'at once')).code
}
