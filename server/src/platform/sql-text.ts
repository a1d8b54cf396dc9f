import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

/**
 * A part of a query as text, for what is not asked through the pool.
 * @throws if it contains a value that would become a query parameter, which a text cannot have.
 */
export function textOf(part: RawBuilder<unknown>): string {
  const { sql: text, parameters } = part.compile(compiler)
  if (parameters.length > 0) throw new TypeError(`A declaration names values beside its SQL: ${text}`)
  return text
}

/** Only compiles queries, without a connection. */
const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
