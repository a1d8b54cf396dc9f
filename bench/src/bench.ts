/**
 * `npm run bench`: every claim about speed and size, each next to its floor in the same run, in one table.
 *
 *   --messages 1e6             how many messages lists and searches run over
 *   --only capture,lists       some claims
 *   --archive FOLDER           stores the data of lists, or reuses stored data
 *   --write docs/benchmarks.md also writes the page, which has every claim
 */
import { parseArgs } from 'node:util'
import { access } from './access.ts'
import { audit } from './audit.ts'
import { capture } from './capture.ts'
import { collected } from './collected.ts'
import { comparing } from './comparing.ts'
import { type Claim, missed, type Row } from './figures.ts'
import { farPage } from './far-page.ts'
import { firstLoad } from './first-load.ts'
import { ingesting } from './ingest.ts'
import { jointRegexes } from './joint-regexes.ts'
import { hostileMix } from './hostile-mix.ts'
import { journal } from './journal.ts'
import { lists } from './lists.ts'
import { matcher } from './matcher.ts'
import { linked } from './linked.ts'
import { memory } from './memory.ts'
import { contacts } from './contacts.ts'
import { outward } from './outward.ts'
import { metrics } from './metrics.ts'
import { outwardMedia } from './outward-media.ts'
import { people } from './people.ts'
import { phones } from './phones.ts'
import { pipeline } from './pipeline.ts'
import { realtime } from './realtime.ts'
import { describeMachine, toTable, writeReport } from './report.ts'
import { review } from './review.ts'
import { signIn } from './sign-in.ts'
import { themes } from './themes.ts'
import { themesAgain } from './themes-again.ts'
import { backup, verify } from './upkeep.ts'
import { webhooks } from './webhooks.ts'

const claims: readonly Claim[] = [
  capture,
  webhooks,
  journal,
  pipeline,
  ingesting,
  outward,
  outwardMedia,
  matcher,
  jointRegexes,
  themes,
  themesAgain,
  lists,
  farPage,
  metrics,
  people,
  contacts,
  audit,
  firstLoad,
  review,
  signIn,
  realtime,
  access,
  hostileMix,
  memory,
  linked,
  phones,
  collected,
  comparing,
  verify,
  backup,
]

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1e6' },
    only: { type: 'string' },
    archive: { type: 'string' },
    write: { type: 'string' },
  },
})
process.exitCode = await run(values)
// A browser or pool that does not end must not block the terminal.
process.exit()

async function run({
  messages,
  only,
  archive,
  write,
}: {
  messages: string
  only?: string
  archive?: string
  write?: string
}): Promise<number> {
  const count = Number(messages)
  const named = only?.split(',') ?? claims.map(({ name }) => name)
  const unknown = named.filter((name) => !claims.some((claim) => claim.name === name))
  if (!Number.isInteger(count) || count < 1_000 || unknown.length > 0) {
    const names = claims.map(({ name }) => name).join(', ')
    console.error(`--messages takes a number from 1000, --only some of: ${names}`)
    return 2
  }
  if (write && only) {
    console.error('--write takes every claim: leave --only away')
    return 2
  }
  const rows: Row[] = []
  for (const claim of claims.filter(({ name }) => named.includes(name))) {
    const since = performance.now()
    const tell = (text: string) => console.error(`  ${text}`)
    rows.push(...(await claim.measure({ messages: count, ...(archive && { archive }), tell })))
    console.error(`${claim.name}: ${((performance.now() - since) / 1000).toFixed(0)} s`)
  }
  const machine = await describeMachine()
  console.log(`\n${machine}\n\n${toTable(rows)}\n`)
  for (const row of rows) {
    const marks = missed(row)
    if (marks.length > 0) console.log(`Missed: ${row.what}: ${marks.join(', ')}`)
  }
  if (write) await writeReport(write, { rows, machine, messages: count })
  return 0
}
