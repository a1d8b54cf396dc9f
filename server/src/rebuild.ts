/**
 * `npm run rebuild -- metrics`: counts the figures of Key Metrics anew from the messages. Runs beside a running installation; an
 * organization's new messages wait meanwhile, a few seconds for a million. docs/metrics.md.
 *
 *   --organization LABEL  only this organization
 */
import { parseArgs } from 'node:util'
import { findTenantByHost, findTenantIds } from '#domains/organizations/queries.ts'
import { rebuildMetrics } from '#flows/rebuild/rebuild-metrics.ts'
import { inTenant, openDb } from '#platform/db.ts'
import { Refusal } from '#platform/refusal.ts'
import { findRunningDatabase } from '#platform/running-database.ts'
import { operate } from './operate.ts'

await operate('rebuild', async ({ config, terminal, resources }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { organization: { type: 'string' } },
  })
  if (positionals.length !== 1 || positionals[0] !== 'metrics')
    throw new Refusal('Name what to rebuild: npm run rebuild -- metrics')
  const db = openDb(await findRunningDatabase(config), { max: 1, onError: () => {} })
  resources.defer(() => db.destroy())
  const only = values.organization === undefined ? undefined : await findTenantByHost(db, values.organization)
  if (values.organization !== undefined && !only)
    throw new Refusal(
      `There is no organization ${values.organization}. npm run organizations -- list names them.`,
    )
  const ids = only ? [only.id] : await findTenantIds(db)
  const step = terminal.step('Counting messages anew')
  for (const [index, id] of ids.entries()) {
    step.progress(`organization ${index + 1} of ${ids.length}`)
    await inTenant(db, id, rebuildMetrics)
  }
  step.done(ids.length === 1 ? 'one organization' : `${ids.length} organizations`)
  return 0
})
