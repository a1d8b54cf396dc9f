import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountGapId, AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import type { DueGap } from '#domains/accounts/gaps.ts'
import { newsOf } from './news.ts'

const began = Date.parse('2026-11-20T10:00:00Z')
const at = (ms: number) => new Date(began + ms)

const gap = (over: Partial<DueGap> = {}): DueGap => ({
  tenant_id: 't' as TenantId,
  id: 'g' as AccountGapId,
  account_id: 'a' as AccountId,
  kind: 'disconnected',
  problem: 'unreachable',
  began_at: at(0),
  ended_at: null,
  outcome: null,
  notify_at: at(minuteMs),
  notified_at: null,
  notified_problem: null,
  warned_at: null,
  mailed_at: null,
  held_bytes: null,
  channel: 'signal',
  name: 'Desk',
  address: '+1',
  owner_id: null,
  listed_until: null,
  lost_before: null,
  is_compared: false,
  quiet_hours: null,
  fetched: 0,
  has_unstored: false,
  was_cut_off: false,
  ...over,
})
const none = { isListed: false, keepsForMs: undefined }
const keeping = { isListed: false, keepsForMs: 5 * dayMs }
const listing = { isListed: true, keepsForMs: undefined }
const noted = { notified_at: at(minuteMs), notified_problem: 'unreachable', mailed_at: at(minuteMs) } as const

test('people are notified of a gap once, and again if its reason changes', () => {
  expect(newsOf(gap(), none, at(minuteMs)).news?.kind).toBe('began')
  expect(newsOf(gap(noted), none, at(hourMs))).toEqual({ change: { notify_at: null } })
  const changed = newsOf(gap({ ...noted, problem: 'signed-out' }), none, at(hourMs))
  expect([changed.news?.kind, changed.change.notified_at, changed.change.notified_problem]).toEqual([
    'began',
    at(minuteMs),
    'signed-out',
  ])
})

test('people are warned a day before the provider drops what it keeps, once', () => {
  const first = newsOf(gap(), keeping, at(minuteMs))
  expect(first.change.notify_at).toEqual(at(4 * dayMs))
  const due = gap({ ...noted, notify_at: at(4 * dayMs) })
  expect(newsOf(due, keeping, at(4 * dayMs - 1)).news).toBeUndefined()
  expect(newsOf(due, keeping, at(4 * dayMs)).news).toEqual({ kind: 'expiring', keepsUntil: at(5 * dayMs) })
  expect(newsOf({ ...due, warned_at: at(4 * dayMs) }, keeping, at(4 * dayMs + 1)).news).toBeUndefined()
  // No one could be notified before.
  expect(newsOf(gap(), keeping, at(6 * dayMs)).news?.kind).toBe('expiring')
  // A provider that keeps messages for a day says so after 18 hours.
  expect(newsOf(gap(), { ...keeping, keepsForMs: dayMs }, at(minuteMs)).change.notify_at).toEqual(
    at(18 * hourMs),
  )
})

test('the outcome for messages depends on the capabilities of the channel', () => {
  const ended = (over: Partial<DueGap> = {}) => gap({ ...noted, ended_at: at(hourMs), ...over })
  const outcome = (one: DueGap, recovery: Parameters<typeof newsOf>[1]) =>
    newsOf(one, recovery, at(hourMs + minuteMs)).news
  expect(outcome(ended(), none)).toMatchObject({ outcome: 'unknown' })
  expect(outcome(ended(), keeping)).toMatchObject({ outcome: 'kept', lostBefore: undefined })
  expect(outcome(ended({ ended_at: at(6 * dayMs) }), keeping)).toMatchObject({
    outcome: 'lost',
    lostBefore: at(dayMs),
  })
  expect(outcome(ended({ problem: 'signed-out' }), keeping)).toMatchObject({
    outcome: 'lost',
    lostBefore: at(hourMs),
  })
  expect(outcome(ended({ has_unstored: true }), keeping)).toMatchObject({
    outcome: 'lost',
    lostBefore: at(hourMs),
  })
  const compared = { has_unstored: true, is_compared: true, listed_until: at(hourMs) }
  expect(outcome(ended(compared), listing)).toMatchObject({ outcome: 'compared' })
  expect(outcome(ended({ kind: 'unstored', problem: null }), keeping)).toMatchObject({ outcome: 'lost' })
  expect(outcome(ended({ problem: 'delivered-elsewhere' }), keeping)).toMatchObject({ outcome: 'unknown' })
  const handing = { ...keeping, givesHistory: true } as const
  expect(outcome(ended({ problem: 'signed-out' }), handing)).toMatchObject({ outcome: 'unknown' })
  expect(outcome(ended({ kind: 'silent', problem: null }), keeping)).toMatchObject({ outcome: 'unknown' })
})

test('of a gap that outlasted what the provider keeps, the time before is noted as lost', () => {
  const long = gap({ ...noted, ended_at: at(6 * dayMs) })
  expect(newsOf(long, keeping, at(7 * dayMs)).change).toMatchObject({
    outcome: 'lost',
    lost_before: at(dayMs),
  })
  const whole = { ...long, problem: 'signed-out' } as const
  expect(newsOf(whole, keeping, at(7 * dayMs)).change).toMatchObject({ outcome: 'lost', lost_before: null })
  const unstored = { ...long, kind: 'unstored', problem: null } as const
  expect(newsOf(unstored, keeping, at(7 * dayMs)).change).toMatchObject({
    outcome: 'lost',
    lost_before: null,
  })
})

test('the end of a gap waits until that time was compared with the provider’s list', () => {
  const ended = gap({ ...noted, ended_at: at(hourMs), is_compared: true, listed_until: at(hourMs - 1) })
  expect(newsOf(ended, listing, at(hourMs + minuteMs))).toEqual({
    change: { notify_at: at(hourMs + 2 * minuteMs) },
  })
  expect(newsOf({ ...ended, listed_until: at(hourMs) }, listing, at(hourMs + minuteMs))).toMatchObject({
    news: { kind: 'ended', outcome: 'compared' },
    change: { notify_at: null },
  })
  expect(newsOf(ended, listing, at(7 * hourMs)).news).toMatchObject({ outcome: 'unknown' })
  // Nothing is compared for this account.
  const alone = { ...ended, is_compared: false }
  expect(newsOf(alone, listing, at(hourMs + minuteMs)).news).toMatchObject({ outcome: 'unknown' })
})

test('what a provider did not archive is not kept by it, however short that was', () => {
  const unarchived = gap({ problem: 'not-archived', ended_at: at(hourMs) })
  expect(newsOf(unarchived, keeping, at(hourMs)).news).toEqual({
    kind: 'ended',
    outcome: 'lost',
    lostBefore: at(hourMs),
  })
  expect(newsOf(gap({ problem: 'not-archived' }), keeping, at(minuteMs)).news).toEqual({
    kind: 'began',
    keepsUntil: undefined,
  })
})

test('what was behind has arrived, unless the provider may have dropped some of it meanwhile', () => {
  const behind = (ms: number) => gap({ ...noted, kind: 'behind', problem: null, ended_at: at(ms) })
  const outcomeOf = (ms: number, over: object = {}) =>
    newsOf(behind(ms), { ...keeping, ...over }, at(ms + minuteMs)).change.outcome
  expect([outcomeOf(5 * dayMs), outcomeOf(5 * dayMs + 1)]).toEqual(['arrived', 'unknown'])
  // It waits in a file of ours.
  expect(outcomeOf(6 * dayMs, { forgets: true })).toBe('arrived')
  const lasting = gap({ ...noted, kind: 'behind', problem: null, notified_problem: null })
  expect(newsOf(lasting, keeping, at(4 * dayMs)).news).toEqual({
    kind: 'expiring',
    keepsUntil: at(5 * dayMs),
  })
  expect(newsOf(lasting, { ...keeping, forgets: true }, at(4 * dayMs)).news).toBeUndefined()
})
