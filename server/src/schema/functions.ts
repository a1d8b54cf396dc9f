import type pg from 'pg'
import type { SqlText } from './sql-files.ts'

/**
 * Makes missing functions before migrations create triggers that call them. Their bodies may name future tables, so they are
 * not checked yet: `replaceFunctions` makes each one again.
 */
export async function makeMissingFunctions(
  client: pg.ClientBase,
  functions: readonly SqlText[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const there = new Set(rows.map(({ name }) => name))
  await inTransaction(client, async () => {
    await client.query('set local check_function_bodies = off')
    for (const next of functions) if (!there.has(next.name)) await make(client, next)
  })
}

/**
 * Makes every function whose text has changed, and drops those that are gone, in one transaction. A changed text keeps the
 * function itself where it can, so no running query misses it.
 * @throws if a table still needs a function that would be dropped or changed incompatibly.
 */
export async function replaceFunctions(client: pg.ClientBase, functions: readonly SqlText[]): Promise<void> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_function',
  )
  const known = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const changed = functions.filter(({ name, sha256 }) => known.get(name) !== sha256)
  const standing = new Set(functions.map(({ name }) => name))
  const gone = [...known.keys()].filter((name) => !standing.has(name))
  if (changed.length + gone.length === 0) return
  await inTransaction(client, async () => {
    for (const name of gone) await drop(client, name)
    for (const next of inOrder(changed)) await replace(client, next)
    await client.query('delete from schema_function where name = any($1)', [gone])
    await client.query(
      `insert into schema_function (name, sha256) select * from unnest($1::text[], $2::text[])
       on conflict (name) do update set sha256 = excluded.sha256, made_at = now()`,
      [changed.map(({ name }) => name), changed.map(({ sha256 }) => sha256)],
    )
  })
}

/** The role that owns most functions may create functions only during this call. */
async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  await client.query('grant usage, create on schema public to verbatim_search')
  await work()
  await client.query('revoke create on schema public from verbatim_search')
  await client.query('commit')
}

/** Makes called functions before their callers: PostgreSQL looks them up when it reads a body in SQL. */
function inOrder(functions: readonly SqlText[]): SqlText[] {
  const ordered = new Set<SqlText>()
  const seen = new Set<SqlText>()
  const visit = (next: SqlText) => {
    if (seen.has(next)) return
    seen.add(next)
    for (const other of functions) if (new RegExp(`\\b${other.name}\\(`).test(next.text)) visit(other)
    ordered.add(next)
  }
  for (const next of functions) visit(next)
  return [...ordered]
}

/**
 * A different result or different argument names cannot replace the existing function; different argument types would make a second
 * one.
 */
const cannotReplace = new Set(['42P13', '42725'])

async function replace(client: pg.ClientBase, next: SqlText): Promise<void> {
  await client.query('savepoint before')
  try {
    await make(client, next)
  } catch (error) {
    if (!cannotReplace.has(String((error as { code?: string }).code))) throw error
    await client.query('rollback to savepoint before')
    await drop(client, next.name)
    await make(client, next)
  }
}

/**
 * The kind of function decides who may call it. The serving role calls functions that run with their owner's rights, and
 * those that say that they run with their caller's; a table's owner calls trigger functions, and only other functions call the rest.
 */
async function make(client: pg.ClientBase, { name, text }: SqlText): Promise<void> {
  const head = text.slice(0, text.indexOf('$$'))
  const [isTrigger, isDefiner] = [/\breturns trigger\b/.test(head), /\bsecurity definer\b/.test(head)]
  if (!isTrigger || isDefiner) await client.query('set local role verbatim_search')
  await client.query(text)
  await client.query(`revoke execute on function ${name} from public`)
  // The tables' owner creates their triggers, so it must be allowed to call trigger functions.
  if (isDefiner)
    await client.query(`grant execute on function ${name} to ${isTrigger ? 'session_user' : 'verbatim_app'}`)
  if (/\bsecurity invoker\b/.test(head))
    await client.query(`grant execute on function ${name} to verbatim_app`)
  await client.query('reset role')
}

async function drop(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ owner: string; called: string }>(
    `select pg_get_userbyid(proowner) as owner, oid::regprocedure::text as called from pg_proc
     where pronamespace = 'public'::regnamespace and proname = $1`,
    [name],
  )
  for (const { owner, called } of rows) {
    await client.query(`set local role ${client.escapeIdentifier(owner)}`)
    await client.query(`drop function ${called}`)
    await client.query('reset role')
  }
}
