/**
 * The themes of an organization found again, as a worker does it: in at most 200,000 of its messages, in a thread of lower priority; then all
 * messages are placed by them, in transactions that hold the organization's lock. Meanwhile its new messages are stored, by turns with
 * messages of before and after, so that what the revision costs them is seen.
 */
import type { ConversationId } from '@verbatim/contract/ids.ts'
import { openReadings } from '@verbatim/server/flows/examine/read.ts'
import { themesWork } from '@verbatim/server/flows/revise-themes/work.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { insertMessages } from '@verbatim/server/testing/messages.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { type BenchOptions, type Claim, median, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'
import { openStoring } from './storing.ts'
import { benchTexts } from './texts.ts'
import { timed } from './timed.ts'

const batch = 5_000
/** Messages are said in bursts, one every ten seconds. */
const [burst, everyMs] = [6, 10_000]
/** Messages that are stored at a time, and how often at least, beside a revision and without one. */
const [stored, rounds, warmUps] = [500, 12, 3]
const memoryEveryMs = 100

export const themesAgain: Claim = {
  name: 'themes-again',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('themes')
    await fill(product, tenant, options)
    const store = openStoring(product, tenant, stored)
    for (let warmUp = 0; warmUp < warmUps; warmUp++) await store()
    await using revising = await openRevising(product, tenant)
    const first = await withMemory(revising.revise)
    options.tell(`found for the first time and placed in ${(first.ms / 1000).toFixed(1)} s`)
    await product.admin.query('vacuum analyze')
    const again = await withMemory(revising.revise)
    const readMs = await timed(() => readTexts(product, tenant))
    const beside = await storeBeside(store, revising.revise)
    options.tell(
      `${beside.with.length} batches stored beside it, the longest in ${Math.max(...beside.with).toFixed(0)} ms, without it in ${Math.max(...beside.without).toFixed(0)} ms`,
    )
    const count = options.messages.toLocaleString('en-GB')
    return [
      {
        what: `Themes of ${count} messages found again by a worker, and all placed`,
        ours: again.ms,
        floor: readMs,
        against: 'their texts read by one statement',
        unit: 'ms',
        marks: { atMost: 300_000 },
      },
      {
        what: 'Memory of the process meanwhile, and while they were found first',
        ours: Math.max(first.mostMb, again.mostMb),
        floor: first.beforeMb,
        against: 'before',
        unit: 'MB',
        marks: { atMost: first.beforeMb + 1_000 },
      },
      {
        what: `Storing ${stored} messages of the same organization meanwhile`,
        ours: median(beside.with),
        floor: median(beside.without),
        against: 'without',
        unit: 'ms',
        marks: { times: 1.1 },
      },
    ]
  },
}

/** Conversations in bursts of a client and the representative in turns, over the years before. */
async function fill(
  { world, admin }: Product,
  tenant: WorldTenant,
  { messages: count, tell }: BenchOptions,
): Promise<void> {
  const now = new Date()
  const texts = benchTexts()
  const read = await openReadings()
  const conversations = Array.from({ length: Math.ceil(count / (burst * 8)) }, () =>
    newId<ConversationId>(now),
  )
  const toRow = (at: number) => {
    const body = texts[at % texts.length] ?? ''
    const direction = at % 2 === 0 ? ('inbound' as const) : ('outbound' as const)
    const { category, urgency, language } = read({ body, direction })
    const place = Math.floor(at / burst) % conversations.length
    return {
      conversation_id: conversations[place]!,
      account_id: tenant.accounts.sms,
      direction,
      author_address: direction === 'inbound' ? `+1555${String(place).padStart(7, '0')}` : '+15550100001',
      group_ids: [tenant.groups.north],
      posted_at: new Date(now.getTime() - (count - at) * everyMs),
      body,
      category,
      urgency,
      language,
    }
  }
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, (_, at) => toRow(from + at))
    await inTenant(world.ctx.db, tenant.id, (tx) => insertMessages(tx, rows, now))
    if (from % 100_000 === 0) tell(`${from.toLocaleString('en-GB')} messages`)
  }
  await admin.query('vacuum analyze')
  await admin.query('checkpoint')
}

interface Revising extends AsyncDisposable {
  readonly revise: () => Promise<void>
}

/** The worker's own work, whose thread goes on for the next turn. */
async function openRevising({ world, admin }: Product, tenant: WorldTenant): Promise<Revising> {
  const work = await themesWork.open(world.ctx)
  if (!work) throw new Error('No work for themes')
  return {
    async revise() {
      await admin.query(
        `update theme_set set due_at = now() - interval '1 minute', lease_until = null, fresh = greatest(fresh, 1) where tenant_id = $1`,
        [tenant.id],
      )
      if ((await work.turn(tenant.id)) === 0) throw new Error('The themes were not due')
    },
    async [Symbol.asyncDispose]() {
      await work.close?.()
    },
  }
}

async function readTexts({ admin }: Product, tenant: WorldTenant): Promise<void> {
  await admin.query('select sum(length(body)), max(body) from message where tenant_id = $1', [tenant.id])
}

/** How long something takes, and the most memory that this process and its threads have meanwhile. */
async function withMemory(work: () => Promise<void>) {
  const mb = () => process.memoryUsage.rss() / 1024 ** 2
  const beforeMb = mb()
  let mostMb = beforeMb
  const look = setInterval(() => {
    mostMb = Math.max(mostMb, mb())
  }, memoryEveryMs)
  try {
    const ms = await timed(work)
    return { ms, beforeMb, mostMb: Math.max(mostMb, mb()) }
  } finally {
    clearInterval(look)
  }
}

/** What batches take in wall time: without a revision, beside as many revisions as it needs, and without again. */
async function storeBeside(store: ReturnType<typeof openStoring>, revise: () => Promise<void>) {
  const times = { with: [] as number[], without: [] as number[] }
  const storeSome = async (count: number, into: number[]) => {
    for (let round = 0; round < count; round++) into.push((await store()).wallMs)
  }
  await storeSome(rounds / 2, times.without)
  while (times.with.length < rounds) {
    let isOver = false
    const revised = revise().finally(() => {
      isOver = true
    })
    while (!isOver) {
      const { wallMs } = await store()
      // The end of a revision is within its last batch, which is not all beside it.
      if (!isOver) times.with.push(wallMs)
    }
    await revised
  }
  await storeSome(rounds / 2, times.without)
  return times
}
