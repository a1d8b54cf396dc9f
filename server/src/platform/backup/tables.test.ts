import pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#testing/database.ts'
import { findTables, indexQuery, rowsQuery } from './tables.ts'

test('rows are identified by columns that a backup contains, also where the key has a generated one', async () => {
  const database = await openTestDatabase()
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  try {
    const tables = await findTables(owner)
    for (const { name, key, columns, keyTypes, kinds } of tables) {
      expect([name, key.filter((column) => !columns.includes(column))]).toEqual([name, []])
      expect([name, keyTypes.length, kinds.length]).toEqual([name, key.length, key.length])
    }
    const reach = tables.find(({ name }) => name === 'theme_reach')
    expect(reach).toMatchObject({
      key: ['tenant_id', 'theme_id', 'channel', 'group_ids'],
      keyTypes: ['uuid', 'uuid', 'text', 'uuid[]'],
    })
    for (const table of tables)
      for (const text of [indexQuery(table), rowsQuery(table)])
        await owner.query(text.replace(/^copy \(|\) to stdout$/g, ''))
  } finally {
    await owner.end()
    await database.close()
  }
})
