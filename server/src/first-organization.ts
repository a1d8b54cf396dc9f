import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config.ts'
import { gatherStatistics } from '#platform/database-statistics.ts'
import { replaceFile } from '#platform/paths.ts'
import { runToEnd } from '#platform/processes/one-off-process.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Report } from '#platform/processes/supervised.ts'
import type { Terminal } from '#platform/processes/terminal.ts'

/** How the first user signs in after this start. */
export type SignIn = Omit<Extract<Report, { state: 'founded' }>, 'state'>

interface Preparing {
  readonly env: NodeJS.ProcessEnv
  /** As the owner of the tables. */
  readonly ownerUrl: string
  readonly stop: AbortSignal
  readonly terminal: Terminal
}

/** Creates the first organization on the first start; after that, the home remembers it. */
export async function prepareOrganization(
  config: Config,
  { env, ownerUrl, stop, terminal }: Preparing,
): Promise<SignIn> {
  const remembered = await readFile(foundedFile(config), 'utf8').catch(() => undefined)
  if (remembered !== undefined) return JSON.parse(remembered) as SignIn
  const founding = terminal.step(config.VERBATIM_DEMO ? 'Demo organization' : 'First organization')
  const result = await runToEnd({
    entry: new URL('first-start.ts', import.meta.url),
    env: { ...env, VERBATIM_ADMIN_PASSWORD: process.env['VERBATIM_ADMIN_PASSWORD'] },
    signal: stop,
    tell: (text) => founding.progress(text),
  })
  if (result.state === 'hopeless') throw new Refusal(result.reason)
  await gatherStatistics(ownerUrl)
  founding.done()
  return result.state === 'founded' ? result : {}
}

/** Written after a person has seen how to sign in; never contains the password. */
export async function rememberFounding(config: Config, { email, setUpLink }: SignIn): Promise<void> {
  if (setUpLink) return // the next start checks whether the link was used
  await replaceFile(foundedFile(config), `${JSON.stringify({ email })}\n`)
  await rm(join(config.VERBATIM_HOME, 'founding.json'), { force: true })
}

function foundedFile({ VERBATIM_HOME }: Config): string {
  return join(VERBATIM_HOME, 'founded.json')
}
