import { expect, test } from 'vitest'
import type { TestDatabase } from '#testing/database.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { openSnapshot } from './snapshot.ts'

let database: TestDatabase

useTestDatabase((opened) => {
  database = opened
})

test('a query that runs ends when its command is stopped, and there is no later one', async () => {
  const stop = new AbortController()
  await using snapshot = await openSnapshot(database.ownerUrl, stop.signal)
  const answer = expect(snapshot.client.query('select pg_sleep(600)')).rejects.toThrow('terminated')
  stop.abort()
  await answer
  await expect(snapshot.client.query('select 1')).rejects.toThrow('not queryable')
  await expect(openSnapshot(database.ownerUrl, stop.signal)).rejects.toThrow('aborted')
})
