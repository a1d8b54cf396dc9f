/** Representatives by day: who wrote, who wrote for the first time, and how many of all have adopted the channels. */
import { sql } from 'kysely'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { share } from './figures.ts'
import { type Days, daysBetween, type Periods } from './period.ts'
import { mayRepresent, representativesOf, sentWithin } from './representing.ts'

interface WritingDay {
  readonly day: string
  /** Who wrote to a client on that day, and who of them for the first time. */
  readonly active: number
  readonly adopted: number
}

/** The days of both periods on which a representative wrote. */
export async function findWritingDays(
  tx: TenantTx,
  scope: AccessScope,
  { current, previous }: Pick<Periods, 'current' | 'previous'>,
): Promise<ReadonlyMap<string, WritingDay>> {
  const { rows } = await sql<WritingDay>`
    select day::text, count(*)::int as active, count(*) filter (where day = first_day and not exists (
      select from conversation_day sent where sent.tenant_id = wrote.tenant_id and sent.author_user_id = wrote.id
        and sent.day < first_day and ${sentWithin(scope)}))::int as adopted
    from (
      select person.tenant_id, person.id, sent.day, min(sent.day) over (partition by person.id) as first_day
      from tenant_user person join conversation_day sent on sent.tenant_id = person.tenant_id and sent.author_user_id = person.id
      where ${mayRepresent} and ${sentWithin(scope)} and sent.day between ${previous.from}::date and ${current.to}::date
      group by person.tenant_id, person.id, sent.day
    ) wrote group by day`.execute(tx)
  return new Map(rows.map((row) => [row.day, row]))
}

/** The days over which adoption is counted for each day. */
const adoptionDays = 30

interface AdoptionDay {
  readonly day: string
  readonly active: number
  readonly rate: number | null
}

interface AdoptionOf {
  readonly within: Days
  /** The same, one by one. */
  readonly days: readonly string[]
  readonly representatives: number
}

/** Of each day of some periods: who wrote in the 30 days up to it, out of those who are representatives in its period. */
export async function findAdoption(
  tx: TenantTx,
  scope: AccessScope,
  zone: Pick<Periods, 'zone'>,
  asked: readonly AdoptionOf[],
): Promise<AdoptionDay[][]> {
  const ends = asked.flatMap(({ within }) => [dayAfter(within.from, 1 - adoptionDays), within.to]).toSorted()
  const isOf = asked.map(({ within }) => representativesOf(scope, within, zone))
  const { rows } = await sql<{ is_of: boolean[]; days: string[] }>`
    select array[${sql.join(isOf)}] as is_of, array_agg(distinct sent.day::text order by sent.day::text) as days
    from tenant_user person
    join conversation_day sent on sent.tenant_id = person.tenant_id and sent.author_user_id = person.id
    where sent.day between ${ends[0]}::date and ${ends.at(-1)}::date and ${sentWithin(scope)}
      and (${sql.join(isOf, sql` or `)})
    group by person.tenant_id, person.id`.execute(tx)
  return asked.map(({ within, days, representatives }, at) => {
    const changes = new Int32Array(days.length + 1)
    for (const { is_of: isOne, days: written } of rows)
      if (isOne[at]) countWindows(changes, written, within.from)
    let active = 0
    return days.map((day, place) => {
      active += changes[place] ?? 0
      return { day, active, rate: share(active, representatives) }
    })
  })
}

/** Adds a person to each day whose last 30 days have one of theirs. */
function countWindows(changes: Int32Array, written: readonly string[], from: string): void {
  const most = changes.length - 1
  let until = 0
  for (const day of written) {
    const at = daysBetween(from, day)
    const start = Math.max(at, until, 0)
    const end = Math.min(at + adoptionDays, most)
    if (start >= end) continue
    changes[start] = (changes[start] ?? 0) + 1
    changes[end] = (changes[end] ?? 0) - 1
    until = end
  }
}
