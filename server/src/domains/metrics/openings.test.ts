/** Conversations and answers against a count by hand, over generated histories that arrive in any order, change, and are read in parts. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { BusinessHours } from '@verbatim/contract/business-hours.ts'
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { BurstKind } from '@verbatim/contract/rows-of.ts'
import { ConversationId, GroupId, type MessageId } from '@verbatim/contract/ids.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { isWhole, roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isWithin } from '#access/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { clockOf, countMinutes, openMinutes } from '#testing/business-hours.ts'
import type { TestDatabase } from '#testing/database.ts'
import { dayIn } from '#testing/day-in.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { expectOpeningParts, openingTime } from '#testing/opening-parts.ts'
import { readAgain } from '#testing/read-again.ts'
import { divisionsOf, isOf, nameGroups } from '#testing/scoped-parts.ts'
import { allOrGroups } from '#testing/scopes.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { conversationFigure } from './conversations.ts'
import { type Days, findPeriods } from './period.ts'
import type { ScopedFilter } from './scoped-parts.ts'
import { findOpenings } from './openings.ts'
import { recountMessages } from './rebuild.ts'
import { findBursts, responseFigures } from './responses.ts'

const now = new Date('2026-10-30T12:00:00Z')
/** When everything is due. */
const later = new Date('2100-01-01T00:00:00Z')
const query = { 'date-from': '2026-10-24', 'date-to': '2026-10-27' }
const someChannels = channels.slice(0, 2)
const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
const conversations = Array.from({ length: 3 }, () => ConversationId.parse(newId(now)))
const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns'] as const
/** Also on the Sunday when clocks go back, and not on a Monday. */
const hours: BusinessHours = { days: [1, 3, 5, 7], from: '00:30', to: '12:30', holidays: ['2026-10-19'] }
const opened = new Map(
  zones.map((zone) => [
    zone as string,
    openMinutes(clockOf(zone), hours, [Date.parse('2026-10-16'), Date.parse('2026-11-05')]),
  ]),
)

interface Said {
  id: MessageId
  posted_at: Date
  channel: Channel
  direction: Direction
  conversation_id: ConversationId
  group_ids: GroupId[]
  content_type: 'text' | 'system' | 'unsupported'
  flags: string[]
}

const said = fc.record({
  posted_at: openingTime,
  direction: fc.constantFrom<Direction>('inbound', 'inbound', 'outbound', 'internal'),
  conversation: fc.nat({ max: conversations.length - 1 }),
  isAside: fc.constantFrom(false, false, false, true),
  content_type: fc.constantFrom<Said['content_type']>('text', 'text', 'unsupported', 'unsupported', 'system'),
  flags: fc.constantFrom<string[]>([], [], [], ['autoReply']),
})

const scope = allOrGroups(groups)

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const isCounted = ({ content_type, flags }: Said) => content_type !== 'system' && !flags.includes('autoReply')
const isDirected = ({ direction }: Said) => direction !== 'internal'
const inOrder = (one: Said, other: Said) =>
  one.posted_at.getTime() - other.posted_at.getTime() || (one.id < other.id ? -1 : 1)
const pause = (one: Said, next: Said) => next.posted_at.getTime() - one.posted_at.getTime()

interface Period {
  readonly zone: string
  readonly from: string
  readonly to: string
}

const isIn = ({ zone, from, to }: Period, { posted_at }: Said) => isBetween(dayIn(zone, posted_at), from, to)
const isBetween = (day: string, from: string, to: string) => day >= from && day <= to

/** What a reader sees of each conversation, in order. */
const seenBy = (reader: AccessScope, all: readonly Said[]): Said[][] =>
  conversations.map((conversation) =>
    all
      .filter((one) => one.conversation_id === conversation && isCounted(one))
      .filter((one) => isWithin(reader, { channel: one.channel, groupIds: one.group_ids }))
      .toSorted(inOrder),
  )

/** How many stretches of a conversation have such a message in a period. */
function countStretches(said: readonly Said[], period: Period, isAsked: (one: Said) => boolean): number {
  let stretch = 0
  const found = new Set<number>()
  for (const [at, one] of said.entries()) {
    const before = said[at - 1]
    const isLater = before && dayIn(period.zone, one.posted_at) > dayIn(period.zone, before.posted_at)
    if (before && isLater && pause(before, one) > 24 * hourMs) stretch += 1
    if (isIn(period, one) && isAsked(one)) found.add(stretch)
  }
  return found.size
}

interface Answered {
  readonly from: number
  readonly until: number
}

/** When each burst that begins with such a message of a period began and was answered; undefined if it was not. */
function findAnswers(
  said: readonly Said[],
  period: Period,
  isAsked: (one: Said) => boolean,
): (Answered | undefined)[] {
  const directed = said.filter(isDirected)
  return directed.flatMap((one, at) => {
    const before = directed[at - 1]
    const goesOn = before?.direction === 'inbound' && pause(before, one) <= 24 * hourMs
    if (one.direction !== 'inbound' || goesOn || !isIn(period, one) || !isAsked(one)) return []
    const answer = directed.slice(at + 1).find(({ direction }) => direction === 'outbound')
    const mayStillCome = !answer && now.getTime() - one.posted_at.getTime() < 24 * hourMs
    return mayStillCome
      ? []
      : [answer && { from: one.posted_at.getTime(), until: answer.posted_at.getTime() }]
  })
}

/** Minutes of the organization's hours. Times have seconds, which only the first and the last minute can be cut by. */
function businessMinutes(zone: string, { from, until }: Answered): number {
  const open = opened.get(zone)
  if (!open) throw new Error(zone)
  const whole = (at: number) => Math.floor(at / 60_000) * 60_000
  const cut = (at: number) => (open.has(whole(at)) ? (at - whole(at)) / 60_000 : 0)
  return countMinutes(open, whole(from), whole(until)) - cut(from) + cut(until)
}

function medianOf(minutes: readonly number[]): number | null {
  const sorted = minutes.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  return sorted.length === 0 ? null : Math.round(median)
}

/** The figures as one would count them with pen and paper, over the messages that a reader sees. */
function countByHand(all: readonly Said[], reader: AccessScope, period: Period, only: ScopedFilter = {}) {
  const seen = seenBy(reader, all)
  const took = seen.flatMap((said) => findAnswers(said, period, isOf(only)))
  const within = (days: number) =>
    took.filter((one): one is Answered => one !== undefined && one.until - one.from <= days * 24 * hourMs)
  return {
    stretches: seen.reduce((sum, said) => sum + countStretches(said, period, isOf(only)), 0),
    rate: took.length === 0 ? null : Math.round((within(1).length / took.length) * 1000) / 10,
    median: medianOf(within(7).map(({ from, until }) => (until - from) / 60_000)),
    business: medianOf(within(7).map((one) => businessMinutes(period.zone, one))),
    lists: {
      answered: within(7)
        .map((one) =>
          [(one.until - one.from) / 60_000, businessMinutes(period.zone, one)].map(Math.round).join(),
        )
        .toSorted(),
      'within-a-day': within(1).length,
      unanswered: took.length - within(7).length,
      all: took.length,
    },
  }
}

/** @param listed The figures of which the lists are looked at, too. */
async function countAsProduct(tx: TenantTx, reader: AccessScope, listed: 'value' | 'previous') {
  const periods = await findPeriods(tx, query, now)
  const { id, value, previous } = await conversationFigure(tx, reader, periods)
  const answers = await responseFigures(tx, reader, periods)
  expect([id, ...answers.map((one) => one.id)]).toEqual([
    'conversations',
    'response-rate',
    'first-response',
    'first-response-business',
  ])
  const listsOf = async (current: Days) => {
    const list = (kind: BurstKind, limit = 1) =>
      findBursts(tx, reader, { ...periods, current }, { kind, limit, skip: 0 })
    const { items } = await list('answered', 200)
    return {
      answered: items.map((one) => `${one.minutes},${one.businessMinutes}`).toSorted(),
      'within-a-day': (await list('within-a-day')).total,
      unanswered: (await list('unanswered')).total,
      all: (await list('all')).total,
    }
  }
  const figuresOf = async (figures: 'value' | 'previous', days: Days) => {
    const [share, minutes, open] = answers.map((figure) => figure[figures])
    const lists = isWhole || figures === listed ? await listsOf(days) : undefined
    return { rate: share, median: minutes, business: open, lists }
  }
  return {
    now: { stretches: value, ...(await figuresOf('value', periods.current)) },
    before: { stretches: previous, ...(await figuresOf('previous', periods.previous)) },
    rows: answers.map(({ drilldown }) => drilldown?.rows),
  }
}

/** A later release understands what it is. */
function understand(tx: TenantTx, one: Said, change: string): Promise<void> {
  const content_type = change === 'a notice' ? 'system' : 'text'
  one.content_type = content_type
  one.flags = change === 'an automatic reply' ? ['autoReply'] : one.flags
  return readAgain(tx, [one.id], { content_type, flags: one.flags }, now)
}

const kept = async (tx: TenantTx) =>
  (
    await sql`select to_jsonb(o) - 'tenant_id' as row from opening o
      order by 1`.execute(tx)
  ).rows

test('conversations and answers equal a count by hand, in any order of arrival, for readers of all and of a part', async () => {
  let different = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(fc.array(said, { minLength: 6, maxLength: 12 }), { minLength: 2, maxLength: 6 }),
      fc.array(
        fc.tuple(fc.nat(), fc.constantFrom('a text', 'a notice', 'an automatic reply', 'further group')),
        { maxLength: 5 },
      ),
      fc.array(scope, { minLength: 1, maxLength: 2 }),
      fc.record({
        findsEach: fc.nat({ max: 3 }),
        findsAtEnd: fc.nat({ max: 3 }),
        divided: fc.subarray(divisionsOf(someChannels, groups), { maxLength: 1 }),
        listed: fc.constantFrom('value', 'previous'),
      }),
      async (...[zone, batches, changes, readers, { findsEach, findsAtEnd, divided, listed }]) => {
        const id = await makeOrganization(database.db, now, { rollup_zone: zone, business_hours: hours })
        await inTenant(database.db, id, async (tx) => {
          await nameGroups(tx, groups)
          const all: Said[] = []
          for (const batch of batches) {
            const rows = batch.map(({ conversation, isAside, ...one }) => ({
              ...one,
              id: newId<MessageId>(now),
              channel: someChannels[conversation % 2] as Channel,
              conversation_id: conversations[conversation] as ConversationId,
              // The first conversation is of one group, the second of another; an aside reaches both.
              group_ids: isAside && conversation === 2 ? [...groups] : [groups[conversation % 2] as GroupId],
            }))
            await insertMessages(tx, rows, now)
            if (findsEach) await findOpenings(tx, findsEach, later)
            all.push(...rows)
          }
          for (const [at, change] of changes) {
            const one = all[at % Math.max(all.length, 1)]
            if (!one) continue
            await sql`update message set group_ids = ${change === 'further group' ? groups : one.group_ids}::uuid[]
              where id = ${one.id}`.execute(tx)
            if (change === 'further group') one.group_ids = [...groups]
            else if (one.content_type === 'unsupported') await understand(tx, one, change)
          }
          // Some of the conversations are found before others change, or not yet.
          if (findsAtEnd) await findOpenings(tx, findsAtEnd, later)
          for (const reader of readers) {
            const found = await countAsProduct(tx, reader, listed)
            const current = countByHand(all, reader, { zone, from: '2026-10-24', to: '2026-10-27' })
            const before = countByHand(all, reader, { zone, from: '2026-10-20', to: '2026-10-23' })
            const answered = current.lists.answered.length
            expect(found).toEqual({
              now: { ...current, lists: found.now.lists && current.lists },
              before: { ...before, lists: found.before.lists && before.lists },
              rows: [current.lists.all, answered, answered],
            })
            const periods = await findPeriods(tx, query, now)
            const byHand = (days: Days, only: ScopedFilter) =>
              countByHand(all, reader, { zone, ...days }, only)
            for (const asked of divided)
              await expectOpeningParts(tx, { reader, periods, asked, groups, byHand })
            if (found.now.stretches && found.now.median !== null) different += 1
          }
          await findOpenings(tx, 10, later)
          const before = await kept(tx)
          await recountMessages(tx)
          await findOpenings(tx, 10, later)
          expect(await kept(tx)).toEqual(before)
        })
      },
    ),
    { numRuns: roundsOf(150, 25) },
  )
  expect(different).toBeGreaterThan(roundsOf(150, 25) / 4)
})
