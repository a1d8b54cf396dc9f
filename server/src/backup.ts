/**
 * `npm run backup -- FOLDER`: backs the installation up, running or not, and restores the backup into a temporary
 * database to verify it. docs/guides/backup-and-disaster.md.
 *
 *   --full        everything again instead of an increment
 *   --no-verify   without the trial restore
 *
 * Ends with 2 if it is complete except for what the store of attachments lost: such a backup is worth its copy elsewhere.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findDiffering } from '#domains/metrics/kept-counts.ts'
import { backUp, type BackUpOptions } from '#platform/backup/back-up.ts'
import { readPassphrase } from '#platform/backup/passphrase.ts'
import { releaseSchema } from './release-schema.ts'
import { removeLeftScratches } from '#platform/backup/scratch.ts'
import { tryRestore } from '#platform/backup/try-restore.ts'
import { readDatabaseState } from '#platform/installation/database.ts'
import { openHome } from '#platform/installation/home.ts'
import { versionOfRelease } from '#platform/release.ts'
import { Refusal } from '#platform/refusal.ts'
import { connect } from '#schema/connect.ts'
import { openOwner, openStore, operate, type Operating } from './operate.ts'

await operate('backup', async (operating) => {
  const { config, terminal, ifStopped, log, now } = operating
  const { values, positionals } = parseArgs({
    options: { full: { type: 'boolean' }, 'no-verify': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [given] = positionals
  if (given === undefined || positionals.length > 1)
    throw new Refusal('Name one folder: npm run backup -- FOLDER')
  const folder = resolve(given)
  const passphrase = await readPassphrase(config)
  await openHome(config.VERBATIM_HOME, config.DATABASE_URL ? 'own' : 'embedded')
  for (const left of await removeLeftScratches(now()))
    terminal.say(`  Removed ${left}, left behind by an interrupted trial restore`)
  const made = await make({ folder, passphrase, full: values.full ?? false }, operating)
  ifStopped('The backup is complete, but its trial restore is not.')
  const { tables, attachments } = made.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en')
  terminal.say(
    `  ${rows} rows and ${attachments.count.toLocaleString('en')} attachments as of ${made.header.madeAt}`,
  )
  if (!values['no-verify']) await tryIt({ folder, passphrase, id: made.header.id }, operating, log)
  if (attachments.missing.length === 0) return 0
  terminal.say(
    `  Attachments missing, damaged or unreadable in the store, and therefore not in this backup: ${attachments.missing.length}`,
    ...attachments.missing.slice(0, 20).map((name) => `    ${name}`),
  )
  return 2
})

/** Holds the home and its database no longer than this takes: a stopped installation can start during the trial restore. */
async function make(given: Pick<BackUpOptions, 'folder' | 'passphrase' | 'full'>, operating: Operating) {
  const { config, signal, terminal, now } = operating
  await using resources = new AsyncDisposableStack()
  const ownerUrl = await openOwner({ ...operating, resources })
  const step = terminal.step('Backup')
  const made = await backUp({
    ...given,
    ownerUrl,
    home: config.VERBATIM_HOME,
    blobs: await openStore({ ...operating, resources }),
    installation: await findInstallation(ownerUrl),
    release: versionOfRelease(),
    now: now(),
    signal,
    tell: (text) => step.progress(text),
  })
  step.done(`${made.header.kind}, ${made.folder}`)
  return made
}

async function tryIt(
  backup: { folder: string; passphrase: string; id: string },
  { terminal, signal, now }: Operating,
  log: Operating['log'],
): Promise<void> {
  const step = terminal.step('Trial restore')
  await tryRestore({
    ...backup,
    schema: await releaseSchema(),
    findDiffering,
    now: now(),
    log,
    signal,
    tell: (text) => step.progress(text),
  })
  step.done('every row and file is intact')
}

async function findInstallation(ownerUrl: string): Promise<string> {
  await using client = await connect(ownerUrl)
  const { sealed } = await readDatabaseState(client)
  if (!sealed)
    throw new Refusal('The database does not belong to an installation. Start it once with npm start.')
  return sealed.id
}
