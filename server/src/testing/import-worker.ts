/** The program of a worker for tests to kill: it works on the imports of one tenant until none is due. */
import { TenantId } from '@verbatim/contract/ids.ts'
import { runImports } from '#flows/imports/run-imports.ts'
import { readConfig } from '#platform/config.ts'
import { silentLog } from '#platform/log.ts'
import { openContext } from '../context.ts'

const [databaseUrl = '', home = '', tenant = '', aheadMs = '0'] = process.argv.slice(2)
const tenantId = TenantId.parse(tenant)
await using ctx = await openContext({
  config: readConfig({ VERBATIM_HOME: home, PUBLIC_BASE_URL: 'http://localhost:3000' }),
  databaseUrl,
  log: silentLog,
  now: () => new Date(Date.now() + Number(aheadMs)),
})
while ((await runImports(ctx, tenantId)) > 0);
