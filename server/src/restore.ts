/**
 * `npm run restore -- FOLDER`: restores the newest backup of a folder into an empty home and an empty database.
 * docs/guides/backup-and-disaster.md.
 *
 *   --backup ID        another than the newest that nothing is known against
 *   --from-home HOME   takes over what this old home collected; for several, several times
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readPassphrase } from '#platform/backup/passphrase.ts'
import { restoreInstallation } from '#platform/backup/restore-installation.ts'
import { refuseUnsafeDatabase } from '#platform/database-checks.ts'
import { untilReachable } from '#platform/database-wait.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { Refusal } from '#platform/refusal.ts'
import { openStore, operate } from './operate.ts'
import { releaseSchema } from './release-schema.ts'

await operate('restore', async (operating) => {
  const { config, signal, terminal, ifStopped, log, resources } = operating
  const { values, positionals } = parseArgs({
    options: { backup: { type: 'string' }, 'from-home': { type: 'string', multiple: true } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1)
    throw new Refusal('Name the folder of the backups: npm run restore -- FOLDER')
  const { DATABASE_URL: own, VERBATIM_HOME: home } = config
  const step = terminal.step('Restore')
  const restored = await restoreInstallation({
    folder: resolve(folder),
    passphrase: await readPassphrase(config),
    id: values.backup,
    home,
    oldHomes: (values['from-home'] ?? []).map((old) => resolve(old)),
    database: own === undefined ? 'embedded' : 'own',
    async openDatabase() {
      ifStopped('What was restored is incomplete. Restore again into an empty home and an empty database.')
      if (own !== undefined) {
        await untilReachable(own, { stop: signal, tell: (text) => step.progress(text) })
        await refuseUnsafeDatabase(own)
        return own
      }
      const database = await startEmbeddedPostgres({ home, log, signal })
      resources.defer(() => database.stop())
      return database.ownerUrl
    },
    schema: await releaseSchema(),
    blobs: await openStore(operating),
    signal,
    tell: (text) => step.progress(text),
  })
  step.done(`${restored.folder}, made ${restored.header.madeAt}`)
  const { passedOver, takenOver } = restored
  if (passedOver.length > 0)
    terminal.say(
      `  Newer backups that were skipped: ${passedOver.length}`,
      ...new Set(passedOver.map(({ reason }) => `    ${reason.message}`)),
    )
  terminal.say(
    values['from-home']
      ? `  Files of collected messages that were taken over: ${takenOver}`
      : `  A node that ran without its database keeps the messages it collected in its home. If you have such a node, first copy its folder “collected” into ${home}.`,
  )
  terminal.say('  Every row and file is intact. Start the installation with npm start.')
  return 0
})
