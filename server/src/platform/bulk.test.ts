import { TenantId } from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { type Columns, rowsOf, storable } from './bulk.ts'
import { type Db, inTenant } from './db.ts'

let db: Db
const tenant = TenantId.parse(newId(new Date()))

useTestDatabase((opened) => {
  db = opened.db
})

interface Row {
  id: number
  text: string | null
  texts: readonly string[] | null
  uuids: readonly string[]
  at: Date | null
  is: boolean
  amount: number | null
  bytes: Buffer | null
  structured: unknown
}
const columns: Columns<Row> = {
  id: 'integer',
  text: 'text',
  texts: 'text[]',
  uuids: 'uuid[]',
  at: 'timestamptz',
  is: 'boolean',
  amount: 'double precision',
  bytes: 'bytea',
  structured: 'jsonb',
}

const received = (rows: readonly Row[]) =>
  inTenant(
    db,
    tenant,
    async (tx) => (await sql<Row>`select * from ${rowsOf(columns, rows)}`.execute(tx)).rows,
  )

/** Characters with a meaning in PostgreSQL arrays, JSON or SQL, and characters that PostgreSQL refuses. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '"', '\\', '{', '}', ',', "'", '$', ' ', '\n', '\0', '\ud800', '😀', 'é'),
  }),
  fc.constantFrom('', 'NULL', 'null', '{}', '{"a"}', String.raw`\x00`, '  '),
)
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const row = fc.record({
  text: orNull(text),
  texts: orNull(fc.array(text, { maxLength: 3 })),
  uuids: fc.array(fc.uuid(), { maxLength: 3 }),
  at: orNull(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
  is: fc.boolean(),
  amount: orNull(fc.integer().map((units) => units / 100 || 0)),
  bytes: orNull(fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes))),
  structured: orNull(fc.record({ of: fc.array(fc.oneof(text, fc.integer(), fc.constant(null))) })),
})

test('rows arrive unchanged and in order, except for characters that PostgreSQL refuses in text', async () => {
  const some = fc.oneof(
    fc.array(row, { maxLength: 8 }),
    // Values that all rows share are sent in another way.
    fc.tuple(row, fc.nat(4)).map(([one, count]) => Array.from({ length: count }, () => one)),
  )
  await fc.assert(
    fc.asyncProperty(some, async (given) => {
      const rows = given.map((one, id) => ({ ...one, id }))
      expect(await received(rows)).toEqual(rows.map(kept))
    }),
    { numRuns: 150 },
  )
})

function kept({ text: said, texts, structured, ...rest }: Row) {
  const shown = (_: string, value: unknown) => (typeof value === 'string' ? storable(value) : value)
  return {
    ...rest,
    text: said === null ? null : storable(said),
    texts: texts?.map(storable) ?? null,
    structured: JSON.parse(JSON.stringify(structured), shown) as unknown,
  }
}

test('no rows give none, and one row with only its number gives one', async () => {
  expect(await received([])).toEqual([])
  const bare = { id: 1, text: null, texts: null, uuids: [], at: null, is: true, amount: null, bytes: null }
  expect(await received([{ ...bare, structured: undefined }])).toEqual([{ ...bare, structured: null }])
})
