/** Compares each record with the hash of what was received. */
import type pg from 'pg'
import { orFailure } from './unreadable.ts'

interface CheckRecords {
  readonly client: pg.Client
  /** How many of one kind are named. */
  readonly most: number
  /** Gets what is found in an organization once that one is compared. */
  readonly note: (finding: string) => void
  readonly tell: (text: string) => void
}

/** Also where some cannot be read: which those are is found by halves. @returns How many were compared. */
export async function checkRecords({ client, most, note, tell }: CheckRecords): Promise<number> {
  let count = 0
  for (const id of await findTenants(client)) {
    const read = async (range: Range) => {
      const outcome = await orFailure(client, () => compare(client, id, range, most))
      if ('found' in outcome) count += outcome.found.n
      tell(`${count.toLocaleString('en')} records`)
      return outcome
    }
    const whole = await read(allIds)
    const parts =
      'found' in whole ? { compared: [whole.found], unread: [] } : await byHalves(read, whole.failure)
    const bad = parts.compared.reduce((sum, one) => sum + one.bad, 0)
    const some = parts.compared.flatMap((one) => one.some).slice(0, most)
    if (bad > 0) note(`Records that differ from what was received: ${bad} (${some.join(', ')}).`)
    for (const one of parts.unread.slice(0, most)) note(unreadText(id, one))
    if (parts.unread.length > most)
      note(`${parts.unread.length - most} more ranges of records of the organization ${id} cannot be read.`)
  }
  return count
}

async function findTenants(client: pg.Client): Promise<string[]> {
  const ofAll =
    'select tenant_id as id from organization union select tenant_id from message_record order by 1'
  const known = 'select tenant_id as id from organization order by 1'
  const outcome = await orFailure(client, () => client.query<{ id: string }>(ofAll))
  const { rows } = 'found' in outcome ? outcome.found : await client.query<{ id: string }>(known)
  return rows.map(({ id }) => id)
}

/** IDs from one to another, as numbers: they ascend with the time. */
interface Range {
  readonly from: bigint
  readonly to: bigint
}

const allIds: Range = { from: 0n, to: (1n << 128n) - 1n }
/** The IDs of one millisecond. */
const leastWidth = 1n << 80n
/** Enough for dozens of damaged pages. What is left then counts as unreadable as a whole. */
const mostFailures = 5_000

interface Compared {
  readonly n: number
  readonly bad: number
  readonly some: readonly string[]
}

const byIndexOnly = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort']
  .map((way) => `set local enable_${way} = off`)
  .join('; ')

async function compare(client: pg.Client, tenant: string, range: Range, most: number): Promise<Compared> {
  const those = 'message_record where tenant_id = $1 and id between $2 and $3'
  // A part is read by the index of the IDs, which leads past what is damaged elsewhere: no other has their order.
  if (range !== allIds) await client.query(byIndexOnly)
  const rowsOf =
    range === allIds ? those : `(select id, sha256, bytes from ${those} order by id offset 0) part`
  const { rows } = await client.query<{ n: string; bad: number; some: string[] | null }>(
    `select count(*) as n, count(*) filter (where sha256 <> sha256(bytes))::int as bad,
            (array_agg(id::text) filter (where sha256 <> sha256(bytes)))[1:${most}] as some
     from ${rowsOf}`,
    [tenant, toId(range.from), toId(range.to)],
  )
  const [{ n, bad, some } = { n: '0', bad: 0, some: null }] = rows
  return { n: Number(n), bad, some: some ?? [] }
}

interface Unread extends Range {
  readonly failure: string
}

type Read = (range: Range) => Promise<{ readonly found: Compared } | { readonly failure: string }>

async function byHalves(
  read: Read,
  failure: string,
): Promise<{ readonly compared: readonly Compared[]; readonly unread: readonly Unread[] }> {
  const compared: (Compared & Range)[] = []
  const unread: Unread[] = []
  let failures = 0
  const waiting = [{ ...allIds, failure }]
  for (let range = waiting.pop(); range; range = waiting.pop()) {
    const { from, to } = range
    if (to - from < leastWidth || failures >= mostFailures) {
      unread.push(range)
      continue
    }
    const middle = from + (to - from) / 2n
    const halves = [
      { from, to: middle },
      { from: middle + 1n, to },
    ]
    const later: Unread[] = []
    for (const half of halves) {
      const outcome = await read(half)
      if ('failure' in outcome) {
        failures += 1
        later.push({ ...half, failure: outcome.failure })
      } else compared.push({ ...half, ...outcome.found })
    }
    waiting.push(...later.toReversed())
  }
  return { compared, unread: joined(unread, compared) }
}

/** One range for all those that no readable record lies between. */
function joined(unread: readonly Unread[], compared: readonly (Compared & Range)[]): readonly Unread[] {
  const ranges: Unread[] = []
  for (const one of unread) {
    const before = ranges.at(-1)
    const isApart = ({ n, from }: Compared & Range) => n > 0 && before && from > before.to && from < one.from
    if (before && !compared.some(isApart)) ranges[ranges.length - 1] = { ...before, to: one.to }
    else ranges.push(one)
  }
  return ranges
}

function toId(number: bigint): string {
  const hex = number.toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const timeOf = (id: bigint) => new Date(Number(id >> 80n)).toISOString()

const unreadText = (tenant: string, { from, to, failure }: Unread) =>
  `Records of the organization ${tenant} with IDs from ${toId(from)} to ${toId(to)}, received from ${timeOf(from)} to ${timeOf(to)}, cannot be read: ${failure}.`
