/**
 * Run once by `start.ts` in a separate process, before anything is served: creates the first organization and a user who
 * can sign in. A first start that was interrupted is resumed by the next.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setUpPath } from '@verbatim/contract/set-up.ts'
import { organizationAddress } from '#domains/organizations/address.ts'
import { labelOf } from '#domains/organizations/host.ts'
import { findTenantByHost, findTenantIds } from '#domains/organizations/queries.ts'
import { demoOrganization } from '@verbatim/demo/demo-organization.ts'
import { introduce } from '@verbatim/demo/introduce.ts'
import { seedDemo } from '@verbatim/demo/seed.ts'
import { makePassword } from '#domains/identity/made-password.ts'
import { settleFirstAdministrator } from '#flows/found-organization/first-administrator.ts'
import { foundOrganization } from '#flows/found-organization/found-organization.ts'
import { foundForSetUp, renewSetUp } from '#flows/found-organization/set-up.ts'
import { readConfig } from '#platform/config.ts'
import { newToken } from '#platform/crypto.ts'
import { inTenant } from '#platform/db.ts'
import { openLog } from '#platform/log.ts'
import { replaceFile } from '#platform/paths.ts'
import { leaveSupervisor, type Report, report, stopSignals } from '#platform/processes/supervised.ts'
import { openContext } from './context.ts'

stopSignals()
const config = readConfig(process.env)
const log = openLog({ level: config.LOG_LEVEL, name: 'first', pretty: process.stdout.isTTY })
if (!config.APP_DATABASE_URL)
  throw new Error('APP_DATABASE_URL is set by the supervisor: start with npm start')

await using ctx = await openContext({ config, databaseUrl: config.APP_DATABASE_URL, log })
report(await found())
leaveSupervisor()

/** The plan of a first start. Another attempt follows it, even if settings have changed since. */
interface Beginning {
  readonly beganAt: string
  readonly label: string
  readonly kind: 'demo' | 'empty'
}

async function found(): Promise<Report> {
  const begun = await readBeginning()
  if (!begun && (await findTenantIds(ctx.db)).length > 0) return { state: 'founded' }
  const given = config.VERBATIM_ADMIN_PASSWORD
  const isLocal = config.VERBATIM_ENVIRONMENT === 'local'
  if (!given && !isLocal && (begun?.kind === 'demo' || (!begun && config.VERBATIM_DEMO))) {
    const reason =
      'VERBATIM_ADMIN_PASSWORD is not set. The demo needs it, because passwords are printed in local only.'
    return { state: 'hopeless', reason }
  }
  const beginning = begun ?? (await begin())
  if (!given && !isLocal) return { state: 'founded', ...(await awaitSetUp(beginning)) }
  const password = given ?? makePassword(randomBytes)
  const { password: shown, ...founded } = await (beginning.kind === 'demo' ? foundDemo : foundEmpty)(
    beginning,
    password,
  )
  return { state: 'founded', ...founded, ...(shown !== undefined && !given && { password: shown }) }
}

/** Without a password to print, the organization waits until the link is used; each start until then prints a new one. */
async function awaitSetUp({ label }: Beginning): Promise<{ setUpLink?: string }> {
  const token = newToken()
  const known = await findTenantByHost(ctx.db, label)
  const waits = known
    ? await inTenant(ctx.db, known.id, (tx) => renewSetUp(tx, token, ctx.now()))
    : await foundForSetUp(ctx, { label, name: 'My organization', token })
  if (!waits) return {}
  const addresses = { publicBaseUrl: config.PUBLIC_BASE_URL, mainDomain: config.MAIN_DOMAIN }
  return { setUpLink: `${organizationAddress(addresses, label)}${setUpPath}#${token}` }
}

/** An organization that is already in use keeps every password, so that nothing is reported. */
async function foundEmpty(
  { label }: Beginning,
  password: string,
): Promise<{ email?: string; password?: string }> {
  const administrator = { email: config.VERBATIM_ADMIN_EMAIL ?? 'admin@verbatim.localhost', password }
  const known = await findTenantByHost(ctx.db, label)
  if (!known) await foundOrganization(ctx, { label, name: 'My organization', administrator })
  const email = known ? await settleFirstAdministrator(ctx, known.id, administrator) : administrator.email
  return email === undefined ? {} : { email, password }
}

async function foundDemo({ label, beganAt: began }: Beginning, password: string) {
  const beganAt = new Date(began)
  const demo = demoOrganization('halden', beganAt)
  const email = config.VERBATIM_ADMIN_EMAIL ?? demo.users.find(({ key }) => key === 'admin')?.email ?? 'admin'
  const people = await seedDemo(ctx, {
    demo,
    label,
    beganAt,
    administrator: { email, password },
    allSignIn: config.VERBATIM_ENVIRONMENT === 'local',
    home: config.VERBATIM_HOME,
    tell: (text) => report({ state: 'progress', text }),
  })
  const accountsFile = relative(process.cwd(), join(config.VERBATIM_HOME, 'demo.json'))
  return { email, password, more: introduce(people, accountsFile) }
}

async function readBeginning(): Promise<Beginning | undefined> {
  const text = await readFile(beginningFile(), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Beginning)
}

async function begin(): Promise<Beginning> {
  const kind = config.VERBATIM_DEMO ? 'demo' : 'empty'
  const label = config.LOCAL_TENANT ?? labelOf(ctx.addresses) ?? (kind === 'demo' ? 'halden' : 'main')
  const beginning: Beginning = { beganAt: new Date().toISOString(), label, kind }
  // On disk before the organization exists: without it, no later start would print how to sign in.
  await replaceFile(beginningFile(), `${JSON.stringify(beginning)}\n`)
  return beginning
}

function beginningFile(): string {
  return join(config.VERBATIM_HOME, 'founding.json')
}
