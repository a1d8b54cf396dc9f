/**
 * Run once by `start.ts`, in a process of its own, before anything is served: makes the first organization and
 * somebody who can sign in. A first start that was cut short is begun again.
 */
import { randomBytes } from 'node:crypto'
import { findTenantIds } from '#domains/organizations/queries.ts'
import { makePassword } from '#flows/founding/first-password.ts'
import { foundOrganization } from '#flows/founding/found-organization.ts'
import { readConfig } from '#platform/config.ts'
import { openLog } from '#platform/log.ts'
import { leaveSupervisor, report, stopSignal } from '#platform/supervised.ts'
import { openContext } from './context.ts'

stopSignal()
const config = readConfig(process.env)
const log = openLog({ level: config.LOG_LEVEL, name: 'first', pretty: process.stdout.isTTY })
if (!config.APP_DATABASE_URL)
  throw new Error('APP_DATABASE_URL is set by the supervisor: start with npm start')

await using ctx = await openContext({ config, databaseUrl: config.APP_DATABASE_URL, log })
report(await found())
leaveSupervisor()

async function found() {
  if ((await findTenantIds(ctx.db)).length > 0) return { state: 'founded' } as const
  const given = config.VERBATIM_ADMIN_PASSWORD
  if (!given && config.VERBATIM_ENVIRONMENT !== 'local') {
    const reason =
      'VERBATIM_ADMIN_PASSWORD is not set. The first start needs it: passwords are printed in local only.'
    return { state: 'hopeless', reason } as const
  }
  const email = config.VERBATIM_ADMIN_EMAIL ?? 'admin@verbatim.localhost'
  const password = given ?? makePassword(randomBytes)
  const label = config.LOCAL_TENANT ?? 'main'
  await foundOrganization(ctx, { label, name: 'My organization', administrator: { email, password } })
  return { state: 'founded', email, ...(given ? {} : { password }) } as const
}
