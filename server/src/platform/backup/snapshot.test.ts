import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openSnapshot } from './snapshot.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

test('a query that runs ends when its command is stopped, and there is no later one', async () => {
  const stop = new AbortController()
  await using snapshot = await openSnapshot(database.ownerUrl, stop.signal)
  const answer = expect(snapshot.client.query('select pg_sleep(600)')).rejects.toThrow('terminated')
  stop.abort()
  await answer
  await expect(snapshot.client.query('select 1')).rejects.toThrow('not queryable')
  await expect(openSnapshot(database.ownerUrl, stop.signal)).rejects.toThrow('aborted')
})
