import { slices } from '@verbatim/contract/changes.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { rememberChanges } from './recent-changes.ts'

const [ours, theirs] = ['ours', 'theirs'] as TenantId[] as [TenantId, TenantId]

function open() {
  let time = 1_000_000
  const changes = rememberChanges(() => time)
  changes.connected()
  const pass = (ms: number) => void (time += ms)
  const missed = (tenantId: TenantId, ageMs?: number) => [...changes.missedBy(tenantId, ageMs)]
  return { changes, pass, missed }
}

test('a page that loaded for two seconds missed what its organization changed meanwhile, and nothing else', () => {
  const { changes, pass, missed } = open()
  pass(60_000)
  changes.add(ours, ['policies'])
  pass(10_000)
  changes.add(ours, ['messages'])
  changes.add(theirs, ['contacts'])
  pass(1_000)
  expect(missed(ours, 2_000)).toEqual(['messages'])
  expect(missed(ours, 20_000)).toEqual(['policies', 'messages'])
})

test('everything may have changed for a page of unknown or great age', () => {
  const { pass, missed } = open()
  pass(120_000)
  expect(missed(ours, 2_000)).toEqual([])
  expect(missed(ours, undefined)).toEqual([...slices])
  expect(missed(ours, 58_000)).toEqual([...slices])
})

test('everything may have changed while there were no notifications from the database', () => {
  const { changes, pass, missed } = open()
  pass(60_000)
  changes.lost()
  expect(missed(ours, 2_000)).toEqual([...slices])
  changes.connected()
  expect(missed(ours, 2_000)).toEqual([...slices])
  pass(5_000)
  expect(missed(ours, 1_000)).toEqual([])
})

test('changes of organizations that are quiet for a minute are forgotten', () => {
  const { changes, pass, missed } = open()
  changes.add(ours, ['messages'])
  pass(61_000)
  changes.add(theirs, ['messages'])
  expect(missed(ours, 56_000)).toEqual([])
  expect(missed(theirs, 1_000)).toEqual(['messages'])
})
