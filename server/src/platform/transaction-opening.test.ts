import type pg from 'pg'
import { expect, test } from 'vitest'
import { sendOpeningsAhead, setTenant } from './transaction-opening.ts'

/** A connection that refuses `begin`, as if an operator cancelled it, and runs everything else. */
function openRefusing(refused: string) {
  const asked: string[] = []
  let isCut = false
  const client = {
    processID: 7,
    connection: { stream: { destroy: () => (isCut = true) } },
    query: (text: string) => {
      asked.push(text)
      return text === refused
        ? Promise.reject(new Error('canceling statement due to user request'))
        : Promise.resolve({ rows: [], command: 'SELECT' })
    },
  }
  sendOpeningsAhead(client as unknown as pg.PoolClient)
  return { client, asked, isCut: () => isCut }
}

test('a transaction that cannot begin does nothing and reports why', async () => {
  const { client, isCut } = openRefusing('begin')
  await client.query('begin')
  await client.query(setTenant)
  await expect(client.query('insert …')).rejects.toThrow('canceling statement')
  expect(isCut()).toBe(true)
  await client.query('rollback')
  await expect(client.query('select 1')).resolves.toBeDefined()
})

test('neither does one that only ends', async () => {
  const { client, isCut } = openRefusing('begin')
  await client.query('begin')
  await expect(client.query('commit')).rejects.toThrow('canceling statement')
  expect(isCut()).toBe(true)
})

test('opening a transaction does not wait for an answer, and returns the connection’s process', async () => {
  const { client, asked } = openRefusing('')
  expect((await client.query(setTenant)).rows).toEqual([{ pid: 7 }])
  expect(asked).toEqual([setTenant])
})
