import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { type Schema, type SqlText, toSqlText } from '#schema/sql-files.ts'

/** The SHA-256 of each file of a release, by its path in `schema/`. */
type Releases = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * A home as a release left it: its functions, which later releases replace, and the rows of a small organization. Its
 * migrations are those of `migrations/`, which never change.
 */
export interface HomeOfRelease {
  readonly functions: readonly string[]
  readonly rows: Readonly<Record<string, readonly object[]>>
}

const folder = new URL('../schema/', import.meta.url)
const listName = 'released.json'
const homeName = (version: string) => `released/${version}.json`

export async function readReleases(): Promise<Releases> {
  return JSON.parse(await readFile(new URL(listName, folder), 'utf8')) as Releases
}

/**
 * Lists where the schema breaks a shipped release: a file was removed or changed, a migration would run before one that
 * existing homes have already run, or functions changed without a migration. By its migrations alone a node of an older
 * release recognizes a newer database; without one it would put its own functions back, under the nodes of the newer release.
 */
export async function findBroken(
  releases: Releases,
  { migrations, functions }: Schema,
  read: (path: string) => Promise<string> = readShipped,
): Promise<string[]> {
  const broken: string[] = []
  const shipped = new Set<string>()
  for (const [version, files] of Object.entries(releases)) {
    for (const [path, sha256] of Object.entries(files)) {
      shipped.add(path)
      const text = await read(path).catch(() => undefined)
      if (text === undefined) broken.push(`${path} is gone, but ${version} shipped it.`)
      else if (digest(text) !== sha256) broken.push(`${path} has changed since ${version} shipped it.`)
    }
  }
  const last =
    [...shipped]
      .filter((path) => path.startsWith('migrations/'))
      .toSorted()
      .at(-1) ?? ''
  for (const { name } of migrations) {
    const path = `migrations/${name}`
    if (!shipped.has(path) && path < last)
      broken.push(
        `${path} would run before ${last}, which existing databases have already run. Give it a later name.`,
      )
  }
  const newest = Object.keys(releases).at(-1) ?? ''
  if (migrations.some(({ name }) => !shipped.has(`migrations/${name}`)) || !shipped.has(homeName(newest)))
    return broken
  const home = JSON.parse(await read(homeName(newest))) as HomeOfRelease
  if (listOf(functions.map(({ text }) => text)) !== listOf(home.functions))
    broken.push(
      `Functions have changed since ${newest}, but no migration is new. Add one, even if it only says so.`,
    )
  return broken
}

const listOf = (texts: readonly string[]) => JSON.stringify(texts.toSorted())

/** The schema of a release, and the rows of its home. */
export async function readHome(
  releases: Releases,
  version: string,
  { migrations }: Schema,
): Promise<Schema & Pick<HomeOfRelease, 'rows'>> {
  const { functions, rows } = JSON.parse(await readShipped(homeName(version))) as HomeOfRelease
  const files = releases[version] ?? {}
  return {
    ...schemaOf(
      functions,
      migrations.filter(({ name }) => `migrations/${name}` in files),
    ),
    rows,
  }
}

export function schemaOf(functions: readonly string[], migrations: readonly SqlText[]): Schema {
  const nameOf = (text: string) => /^create or replace function (\w+)/.exec(text)?.[1] ?? ''
  return { migrations, functions: functions.map((text) => toSqlText(nameOf(text), text)) }
}

/** Freezes the schema under a version: from now on `findBroken` checks every change against it. */
export async function writeRelease(
  version: string,
  { migrations, functions }: Schema,
  rows: HomeOfRelease['rows'],
): Promise<void> {
  const home = `${JSON.stringify({ functions: functions.map(({ text }) => text), rows }, null, 1)}\n`
  const files = [
    ...migrations.map(({ name, sha256 }): [string, string] => [`migrations/${name}`, sha256]),
    [homeName(version), digest(home)] as const,
  ]
  const releases = { ...(await readReleases()), [version]: Object.fromEntries(files) }
  await writeFile(new URL(homeName(version), folder), home)
  await writeFile(new URL(listName, folder), `${JSON.stringify(releases, null, 2)}\n`)
}

const readShipped = (path: string) => readFile(new URL(path, folder), 'utf8')
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
