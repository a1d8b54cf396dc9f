/**
 * `npm run organizations -- found LABEL [NAME] | list | close LABEL | reopen LABEL | trail`: the organizations of a running
 * installation, by its own settings (VERBATIM_HOME, DATABASE_URL, PUBLIC_BASE_URL, MAIN_DOMAIN).
 */
import { userInfo } from 'node:os'
import {
  close,
  findOrganizations,
  findTrail,
  found,
  type OperatorContext,
  reopen,
} from '#flows/found-organization/operate.ts'
import { Failure } from '#kernel/failure.ts'
import { readConfig } from '#platform/config.ts'
import { Refusal } from '#platform/refusal.ts'
import { openRunningDatabase } from '#platform/running-database.ts'
import { findFirstTenant } from '#domains/organizations/queries.ts'

const usage = 'Usage: npm run organizations -- found LABEL [NAME] | list | close LABEL | reopen LABEL | trail'

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  if (!(error instanceof Failure || error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run([act = '', label = '', ...words]: string[]): Promise<string> {
  const takesLabel = ['found', 'close', 'reopen'].includes(act)
  if ((!takesLabel && act !== 'list' && act !== 'trail') || takesLabel !== (label !== ''))
    throw new Refusal(usage)
  const config = readConfig(process.env)
  await using resources = new AsyncDisposableStack()
  const { db, now } = await openRunningDatabase(config, resources)
  const ctx: OperatorContext = {
    db,
    now,
    environment: config.VERBATIM_ENVIRONMENT,
    addresses: {
      publicBaseUrl: config.PUBLIC_BASE_URL,
      mainDomain: config.MAIN_DOMAIN,
      installationLabel: config.LOCAL_TENANT ?? (await findFirstTenant(db))?.hostLabel,
    },
  }
  return await answer(ctx, act, label, words.join(' '))
}

// oxlint-disable-next-line max-params -- an action and its words
async function answer(ctx: OperatorContext, act: string, label: string, name: string): Promise<string> {
  const agent = 'npm run organizations'
  const operator = {
    name: `Operator ${userInfo().username}`,
    via: { requestId: undefined, address: undefined, agent },
  }
  switch (act) {
    case 'found': {
      const { address, setUpLink } = await found(ctx, operator, { label, name: name || undefined })
      return `Address   ${address}\nSet up    ${setUpLink}   (opens once, for seven days)`
    }
    case 'close':
      return `${(await close(ctx, operator, label)).label} is closed. Its records are kept.`
    case 'reopen':
      return `${(await reopen(ctx, operator, label)).label} is open again.`
    case 'trail':
      return table((await findTrail(ctx)).map(({ at, type, name: of, actor }) => [at, type, of, actor]))
    default:
      return table(
        (await findOrganizations(ctx)).map((one) => [
          one.label,
          one.state,
          one.address,
          one.foundedAt,
          one.name,
        ]),
      )
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_cell, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
