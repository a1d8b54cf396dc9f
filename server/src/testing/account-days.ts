/** Accounts that captured and lack something, and what is known of their days by hand. */
import type { DayState } from '@verbatim/contract/account-coverage.ts'
import type { GapOutcome } from '@verbatim/contract/account-gaps.ts'
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import fc from 'fast-check'
import type { TenantTx } from '#platform/db.ts'
import {
  type GivenAccount,
  insertCapturing,
  insertGap,
  insertHours,
  insertLostFile,
  insertQuarantined,
} from './capture-days.ts'

/** The days before each of them have a day of 25 hours, or one of 23 and one of 24.5 hours. */
const times = ['2026-10-29T12:00:00Z', '2026-04-08T00:04:00Z'].map((text) => new Date(text))
const zones = ['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Atlantic/Azores', 'UTC']
/** How many days back something may be lacking. */
const reach = 19

interface Lack {
  account: number
  /** Minutes before now. */
  ago: number
}
interface GapGiven extends Lack {
  minutes: number | null
  outcome: GapOutcome | null
  kind: 'disconnected' | 'behind' | 'silent'
}

const ago = fc.integer({ min: 0, max: reach * 24 * 60 })
const lack = fc.record({ account: fc.nat({ max: 2 }), ago })
/** What accounts capture and lack in the days before a time. */
export const givenLacks = fc.record({
  now: fc.constantFrom(...times),
  zone: fc.constantFrom(...zones),
  history: fc.constantFrom<number | null>(null, 10, 400),
  frequency: fc.constantFrom(1, 5, 120),
  accounts: fc.array(
    fc.record({
      connected: fc.option(ago, { nil: null, freq: 3 }),
      removed: fc.option(ago, { nil: null, freq: 4 }),
      /** When it was connected before, each from one to the other. */
      before: fc.array(fc.tuple(ago, ago), { maxLength: 2 }),
      status: fc.constantFrom<GivenAccount['status']>('active', 'active', 'not-available', 'available'),
      isCompared: fc.constantFrom(true, true, false),
      /** When its comparison ended, unless it is compared. */
      ended: fc.option(ago, { nil: null, freq: 2 }),
      /** How far its list goes back. */
      reachHours: fc.constantFrom(null, 100),
    }),
    { minLength: 3, maxLength: 3 },
  ),
  holes: fc.array(lack, { maxLength: 4 }),
  quarantined: fc.array(lack, { maxLength: 2 }),
  files: fc.array(fc.record({ account: fc.nat({ max: 2 }), ago, isLost: fc.boolean() }), { maxLength: 2 }),
  gaps: fc.array(
    fc.record({
      account: fc.nat({ max: 2 }),
      ago,
      minutes: fc.option(fc.integer({ min: 0, max: 4_000 }), { nil: null, freq: 4 }),
      outcome: fc.constantFrom<GapOutcome | null>(null, 'lost', 'unknown', 'compared', 'kept'),
      kind: fc.constantFrom<GapGiven['kind']>('disconnected', 'behind', 'silent'),
    }),
    { maxLength: 2 },
  ),
})
type GivenLacks = typeof givenLacks extends fc.Arbitrary<infer T> ? T : never

/** A day of a zone as the quarters of an hour that clocks there show it for. */
interface ZoneDay {
  readonly starts: number
  readonly ends: number
  readonly hours: readonly number[]
}

function zoneDays(zone: string, now: Date): ReadonlyMap<string, ZoneDay> {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  const quarter = 15 * minuteMs
  const first = Math.floor((now.getTime() - (reach + 2) * dayMs) / dayMs) * dayMs
  const slots = Array.from({ length: (reach + 5) * 96 }, (_, at) => first + at * quarter)
  const byDay = Map.groupBy(slots, (slot) => format.format(slot))
  return new Map(
    [...byDay].map(([day, of]) => [
      day,
      {
        starts: Math.min(...of),
        ends: Math.max(...of) + quarter,
        hours: [...new Set(of.map((slot) => slot - (slot % hourMs)))],
      },
    ]),
  )
}

/** An account on a day. */
export interface HandDay {
  readonly account: GivenAccount
  readonly day: string
  readonly state: DayState
  readonly missing: number
}

export interface LackingAccounts extends Omit<GivenLacks, 'accounts' | 'gaps'> {
  readonly accounts: readonly GivenAccount[]
  readonly gaps: readonly GapGiven[]
  /** When the history of an account begins. */
  readonly sinceOf: (account: GivenAccount) => number
  readonly before: Date
}

const isThere = (
  { connectedAt, createdAt, status, removedAt, connectedBefore = [] }: GivenAccount,
  dayEnds: number,
) =>
  ((connectedAt !== null || status === 'active') &&
    (connectedAt ?? createdAt).getTime() < dayEnds &&
    (removedAt === null || removedAt.getTime() >= dayEnds)) ||
  connectedBefore.some(([since, until]) => since.getTime() < dayEnds && until.getTime() >= dayEnds)

/** Whether an account is compared, or was until these hours were over. */
function isListed({ isCompared, comparedUntil }: GivenAccount, due: readonly number[]): boolean {
  if (isCompared || !comparedUntil || due.length === 0) return isCompared
  return Math.max(...due) + hourMs <= comparedUntil.getTime()
}

/** Which days of the accounts count, and what is known of each, hour by hour. */
export function daysByHand(story: LackingAccounts): HandDay[] {
  const { now, zone, accounts, holes, quarantined, files, gaps, sinceOf, frequency } = story
  const at = ({ ago: minutes }: { ago: number }) => now.getTime() - minutes * minuteMs
  const days = zoneDays(zone, now)
  const isOver = (hour: number) => hour + hourMs <= now.getTime()
  return accounts.flatMap((account, place) => {
    const since = sinceOf(account)
    return [...days].flatMap(([day, { starts, ends, hours }]): HandDay[] => {
      const settles = Math.max(...hours) + hourMs
      if (!isThere(account, ends) || settles + (frequency + 15) * minuteMs > now.getTime()) return []
      const isOf = (one: Lack) => one.account === place && at(one) >= starts && at(one) < ends
      const lacked = new Set(
        holes.filter((one) => one.account === place).map((one) => at(one) - (at(one) % hourMs)),
      )
      const due = hours.filter((hour) => hour >= since && isOver(hour))
      const isKnown = isListed(account, due)
      const missed = isKnown ? due.filter((hour) => lacked.has(hour)) : []
      const isReached = (hour: number) => hour > now.getTime() - (account.reachHours ?? Infinity) * hourMs
      const missing = missed.filter(isReached).length
      const touching = gaps.filter(
        (gap) =>
          gap.account === place &&
          gap.kind !== 'silent' &&
          at(gap) < ends &&
          (gap.minutes === null ? now.getTime() : at(gap) + gap.minutes * minuteMs) > starts,
      )
      const lacks =
        missing > 0 ||
        quarantined.some(isOf) ||
        files.some((file) => file.isLost && isOf(file)) ||
        touching.some(({ outcome }) => outcome === 'lost')
      const isDoubtful =
        touching.some(({ outcome }) => outcome === null || outcome === 'unknown') ||
        !isKnown ||
        missing < missed.length ||
        starts < since
      return [{ account, day, missing, state: lacks ? 'incomplete' : isDoubtful ? 'unknown' : 'complete' }]
    })
  })
}

export async function insertLacks(tx: TenantTx, story: LackingAccounts): Promise<void> {
  const { now, accounts, holes, quarantined, files, gaps, sinceOf, before } = story
  const at = ({ ago: minutes }: { ago: number }) => new Date(now.getTime() - minutes * minuteMs)
  const idOf = (one: { account: number }) => accounts[one.account]!.id
  await insertCapturing(tx, accounts, now)
  for (const [place, account] of accounts.entries()) {
    const { id } = account
    const lacked = holes.filter((one) => one.account === place).map((one) => at(one).getTime())
    const from = new Date(Math.max(sinceOf(account), now.getTime() - (reach + 3) * dayMs))
    const hours = { id, from: new Date(from.getTime() - (from.getTime() % hourMs)), before }
    await insertHours(tx, { ...hours, holes: lacked.map((ms) => new Date(ms - (ms % hourMs))) })
  }
  for (const one of quarantined) await insertQuarantined(tx, idOf(one), at(one))
  for (const { isLost, ...one } of files)
    await insertLostFile(tx, { id: idOf(one), at: at(one), state: isLost ? 'gap' : 'pending' })
  for (const { minutes, outcome, kind, ...gap } of gaps) {
    const until = minutes === null ? null : new Date(at(gap).getTime() + minutes * minuteMs)
    await insertGap(tx, { id: idOf(gap), kind, from: at(gap), until, outcome })
  }
}

/** What cannot be stored: a second gap of a kind that lasts, and an outcome of one. */
export function storable(gaps: GivenLacks['gaps']): GapGiven[] {
  const lasting = new Set<string>()
  return gaps.flatMap((gap) => {
    if (gap.minutes !== null) return [gap]
    const key = `${gap.account} ${gap.kind}`
    if (lasting.has(key)) return []
    lasting.add(key)
    return [{ ...gap, outcome: null }]
  })
}
