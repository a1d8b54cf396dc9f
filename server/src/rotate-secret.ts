/**
 * `npm run rotate-secret`: gives a stopped installation a new secret, and seals everything again that was sealed with the
 * old one. After an interruption at any point, running it again continues. docs/guides/rotate-the-secret.md.
 */
import { isStillSealed, rotateSecret } from '#flows/rotate-secret/rotate-secret.ts'
import { ownerRole, superuser } from '#platform/embedded-postgres/cluster.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import {
  ensureNextSecret,
  readInstallationSecret,
  removeNextSecret,
  replaceSecret,
  secretFileOf,
} from '#platform/installation/secret.ts'
import { markFileOf, writeMark } from '#platform/installation/seal.ts'
import { lockHome } from '#platform/processes/instance-lock.ts'
import { Refusal } from '#platform/refusal.ts'
import { untilReachable } from '#platform/database-wait.ts'
import { operate, type Operating } from './operate.ts'

await operate('rotate-secret', async (operating) => {
  const { config, terminal, resources, signal } = operating
  const { VERBATIM_HOME: home, DATABASE_URL: own } = config
  const secret = await readInstallationSecret(home) // a home without a secret has nothing to rotate
  resources.defer(await lockHome(home))
  const step = terminal.step('Secret')
  const tell = (text: string) => step.progress(text)
  const begun = await ensureNextSecret(home)
  const { next } = begun
  const forget = async (error: unknown): Promise<never> => {
    // Nothing has changed, so the installation starts as before.
    if (error instanceof Refusal && !begun.wasBegun) await removeNextSecret(home)
    throw error
  }
  if (own !== undefined) await untilReachable(own, { stop: signal, tell }).catch(forget)
  const url = own ?? (await startOurs(operating, begun).catch(forget))
  const roles = own === undefined ? [ownerRole, superuser] : []
  const seal = await rotateSecret({ url, secret, next, roles, tell }).catch(async (error: unknown) => {
    // The database says whether its transaction took place. Where it can't be asked, the next run finds out.
    if (!(await isStillSealed(url, secret).catch(() => false))) throw error
    await removeNextSecret(home)
    const said = error instanceof Error ? error.message : String(error)
    throw error instanceof Refusal
      ? error
      : new Refusal(`${said}\nNothing was changed: the installation starts with its current secret.`, {
          cause: error,
        })
  })
  await replaceSecret(home, next)
  await writeMark(home, { ...seal, database: own === undefined ? 'embedded' : 'own' })
  await removeNextSecret(home)
  step.done('changed')
  terminal.say(
    '  Copy both to every other node of the installation, then start all of them:',
    `  ${secretFileOf(home)}`,
    `  ${markFileOf(home)}`,
    '  Recovery codes no longer work. People need to create new ones. Make a full backup today: npm run backup -- FOLDER --full',
  )
  return 0
})

interface Begun {
  readonly next: Buffer
  readonly wasBegun: boolean
}

/** The passwords of its roles change with the secret; after an interrupted rotation, the next secret may open it. */
async function startOurs(
  { config, log, signal, resources }: Operating,
  { next, wasBegun }: Begun,
): Promise<string> {
  const home = config.VERBATIM_HOME
  const given = { home, log, signal }
  const started = await startEmbeddedPostgres(given).catch((refused: unknown) => {
    if (!(refused instanceof Refusal) || !wasBegun) throw refused
    return startEmbeddedPostgres({ ...given, secret: next })
  })
  resources.defer(() => started.stop())
  const url = new URL(started.superuserUrl)
  url.pathname = new URL(started.ownerUrl).pathname
  return url.href
}
