/**
 * `npm run release -- 0.2.0`: freezes the database's schema under a version. Run once, before the tag: from then on a
 * check refuses a changed migration, and every build must start on a home of this one. docs/ARCHITECTURE.md, "The schema".
 */
import { readFile } from 'node:fs/promises'
import { releaseSchema } from '@verbatim/server/release-schema.ts'
import { findBroken, readReleases, writeRelease } from '@verbatim/server/testing/releases.ts'
import { dumpRows } from '@verbatim/server/testing/home-rows.ts'
import { openInstallation } from '@verbatim/server/testing/installation.ts'
import pg from 'pg'

const [version = ''] = process.argv.slice(2)
const problem = await refuse()
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  await writeRelease(version, await releaseSchema(), await makeHome())
  process.stdout.write(`The schema of ${version} is frozen in server/src/schema/released.json. Now:

  git add --all && git commit --message "Release ${version}"
  git tag --annotate v${version} --message "Verbatim ${version}"
`)
}

async function refuse(): Promise<string | undefined> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'Say which version: npm run release -- 0.2.0'
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  if (manifest.version !== version)
    return `package.json says ${manifest.version}. First: npm version ${version} --no-git-tag-version`
  const releases = await readReleases()
  if (version in releases) return `${version} was released before.`
  return (await findBroken(releases, await releaseSchema())).join('\n') || undefined
}

/** The rows of a small organization created by this build: people, messages, findings, sessions. */
async function makeHome() {
  await using installation = await openInstallation({ works: false })
  const { world } = installation
  const tenant = await world.makeTenant('released')
  for (const body of ['Good morning', 'I guarantee the return', 'See you at noon'])
    await world.deliver(tenant, { from: '+15550109999', body })
  await world.as(tenant, tenant.users.super_admin)
  await world.settle()
  const superuser = new pg.Client(installation.superuserUrl)
  await superuser.connect()
  try {
    return await dumpRows(superuser)
  } finally {
    await superuser.end()
  }
}
