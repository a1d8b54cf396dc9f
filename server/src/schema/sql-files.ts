import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { withConditions } from './said.ts'

/** A migration, named by its file, or a function with its name. */
export interface SqlText {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

/** The whole schema: the migrations in order, and the functions in their final state. */
export interface Schema {
  readonly migrations: readonly SqlText[]
  readonly functions: readonly SqlText[]
}

/** The schema of this release. */
export async function readSchema(folder = new URL('./', import.meta.url)): Promise<Schema> {
  const [migrations, functions] = await Promise.all([
    readFolder(new URL('migrations/', folder)),
    readFolder(new URL('functions/', folder)),
  ])
  return { migrations, functions: functions.flatMap(({ text }) => splitFunctions(withConditions(text))) }
}

/** The files of a folder, sorted by name. */
async function readFolder(folder: URL): Promise<SqlText[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => toSqlText(name, await readFile(new URL(name, folder), 'utf8'))),
  )
}

/**
 * The functions in a file, each with its text. A file of functions contains only
 * `create or replace function name(…) … $$;` and comments.
 */
export function splitFunctions(file: string): SqlText[] {
  return [...file.matchAll(/^create or replace function (\w+)\(.*?\$\$;$/gms)].map(([text, name = '']) =>
    toSqlText(name, text),
  )
}

export function toSqlText(name: string, text: string): SqlText {
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}
