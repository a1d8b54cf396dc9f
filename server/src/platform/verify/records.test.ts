import type pg from 'pg'
import { expect, test } from 'vitest'
import { checkRecords } from './records.ts'

const [first, second] = ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002']

test('records that differ are said before the database goes away', async () => {
  const query = (text: string, [tenant]: readonly string[] = []) => {
    if (text.includes('union select')) return Promise.resolve({ rows: [{ id: first }, { id: second }] })
    if (tenant === second) return Promise.reject(new Error('Connection terminated unexpectedly'))
    return Promise.resolve({ rows: tenant === first ? [{ n: '3', bad: 1, some: ['the second'] }] : [] })
  }
  const noted: string[] = []
  const checked = checkRecords({
    client: { query } as unknown as pg.Client,
    most: 10,
    note: (finding) => noted.push(finding),
    tell: () => {},
  })
  await expect(checked).rejects.toThrow('Connection terminated')
  expect(noted).toEqual(['Records that differ from what was received: 1 (the second).'])
})
