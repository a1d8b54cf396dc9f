/**
 * `npm run rebuild -- metrics`: counts the figures of Key Metrics again from the messages, and has decisions compared
 * again with their precedents. Runs beside a running installation; an
 * organization's new messages wait meanwhile, a few seconds for a million. `npm run rebuild -- promises`: reads the messages of the last
 * months again for promises, in small batches; `npm run rebuild -- off-channel`: all messages for off-channel mentions. docs/metrics.md.
 *
 *   --organization LABEL  only this organization
 */
import { parseArgs } from 'node:util'
import { type RemarkKind, remarkKinds } from '#domains/messages/remark-reading.ts'
import { rebuildMetrics } from '#flows/rebuild/rebuild-metrics.ts'
import { rebuildRemarks } from '#flows/rebuild/rebuild-remarks.ts'
import { inTenant } from '#platform/db.ts'
import { Refusal } from '#platform/refusal.ts'
import { openRunningDatabase } from '#platform/running-database.ts'
import { findChosenTenants } from './chosen-tenants.ts'
import { operate } from './operate.ts'

const stepNames: Readonly<Record<RemarkKind, string>> = {
  promises: 'Reading messages for promises',
  'off-channel': 'Reading messages for off-channel mentions',
}

await operate('rebuild', async ({ config, signal, terminal, ifStopped, resources }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { organization: { type: 'string' } },
  })
  const [what] = positionals
  const kind = remarkKinds.find((one) => one === what)
  if (positionals.length !== 1 || (what !== 'metrics' && !kind))
    throw new Refusal(
      `Name what to rebuild: npm run rebuild -- ${new Intl.ListFormat('en', { type: 'disjunction' }).format(['metrics', ...remarkKinds])}`,
    )
  const ctx = await openRunningDatabase(config, resources)
  const ids = await findChosenTenants(ctx.db, values.organization)
  const step = terminal.step(kind ? stepNames[kind] : 'Counting messages again')
  for (const [index, id] of ids.entries()) {
    step.progress(`organization ${index + 1} of ${ids.length}`)
    if (kind) {
      ifStopped('The running installation continues with the current organization.')
      await rebuildRemarks(ctx, id, kind, signal)
    } else {
      if (index > 0) ifStopped(`The figures of ${index} of ${ids.length} organizations are rebuilt.`)
      await inTenant(ctx.db, id, rebuildMetrics, { signal })
    }
  }
  step.done(ids.length === 1 ? 'one organization' : `${ids.length} organizations`)
  return 0
})
