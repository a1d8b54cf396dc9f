/**
 * `npm run verify`: checks the installation, running or not, and changes nothing. Ends with 1 and a sentence for each
 * problem. docs/guides/backup-and-disaster.md.
 */
import { findDiffering } from '#domains/metrics/kept-counts.ts'
import { readInstallationSecret } from '#platform/installation/secret.ts'
import { openHome } from '#platform/installation/home.ts'
import { verify } from '#platform/verify/verify.ts'
import { openOwner, openStore, operate } from './operate.ts'
import { releaseSchema } from './release-schema.ts'

await operate('verify', async (operating) => {
  const { config, signal, terminal, now } = operating
  await openHome(config.VERBATIM_HOME, config.DATABASE_URL ? 'own' : 'embedded')
  const ownerUrl = await openOwner(operating)
  const step = terminal.step('Verify')
  const found = await verify({
    ownerUrl,
    secret: await readInstallationSecret(config.VERBATIM_HOME),
    schema: await releaseSchema(),
    blobs: await openStore(operating),
    findDiffering,
    now: now(),
    signal,
    report: (finding) => terminal.say(`  ${finding}`),
    tell: (text) => step.progress(text),
  })
  const perSecond = Math.round(found.records / (found.recordMs / 1000)).toLocaleString('en')
  step.done(
    `${found.records.toLocaleString('en')} records (${perSecond} a second), ${found.attachments.toLocaleString('en')} attachments`,
  )
  const { findings } = found
  if (findings.length === 0) terminal.say('  No problems found.')
  return findings.length === 0 ? 0 : 1
})
