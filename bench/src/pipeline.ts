/**
 * From bytes to all results, sustained: stored here like a bulk of deliveries, ingested and
 * examined by the worker in its own process. Compared with COPY of the same rows into the same tables, and with
 * the matcher alone.
 */
import type { RuleId } from '@verbatim/contract/ids.ts'
import { createPolicy } from '@verbatim/server/domains/policies/commands.ts'
import { findStandingPolicies } from '@verbatim/server/domains/policies/standing-queries.ts'
import { compilePolicies, judge } from '@verbatim/server/domains/policies/verdict.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { backlog } from '@verbatim/server/flows/capture/backlog.ts'
import { wake } from '@verbatim/server/platform/work/wake.ts'
import { type BenchOptions, type Claim, median, type Row } from './figures.ts'
import { batchRows, toArrival } from './deliveries.ts'
import { openProduct, type Product } from './product.ts'
import { makeMessages, makePhrases, makeRegexes, pick, seeded } from './texts.ts'
import { inRounds } from './timed.ts'

const rounds = 3
/** A larger backlog is not sustained, so the bulk waits. */
const mostWaiting = 10_000
/** One message in this many breaks a policy. */
const breachEvery = 100

export const pipeline: Claim = {
  name: 'pipeline',
  async measure(options): Promise<Row[]> {
    const count = sizeOf(options)
    await using product = await openProduct()
    const rates = await inRounds({ rounds, warmUps: 1 }, async (round) => {
      const plain = await product.world.makeTenant(`plain${round}`)
      const watched = await product.world.makeTenant(`watched${round}`)
      const phrases = await addPolicies(product, watched)
      const bulk = await run(product, plain, textsOf(count, [], round))
      await openingsFound(product)
      const texts = textsOf(count, phrases, round)
      const examined = await run(product, watched, texts)
      const copy = count / (await copySeconds(product, plain))
      const matcher = await matcherRate(product, watched, texts)
      await checkFound(product, watched, Math.floor(count / breachEvery))
      options.tell(
        `round ${round}: bulk ${bulk.toFixed(0)}/s, examined ${examined.toFixed(0)}/s, COPY ${copy.toFixed(0)}/s`,
      )
      return { bulk, examined, copy, matcher }
    })
    return [
      {
        what: 'Bulk capture: kept, parsed, analysed, indexed, stored',
        ours: median(rates.bulk),
        floor: median(rates.copy),
        against: 'COPY of the same rows into the same tables',
        unit: 'per-second',
        marks: { share: 0.25 },
      },
      {
        what: 'Capture to raised event, sustained, 500 rules',
        ours: median(rates.examined),
        floor: median(rates.matcher),
        against: 'the verdict alone, one thread',
        unit: 'per-second',
        marks: { atLeast: 5_000 },
      },
    ]
  },
}

/** The worker finds the openings of a run half a minute after it, and must not do so during the next. */
async function openingsFound({ admin }: Product): Promise<void> {
  for (;;) {
    const { rows } = await admin.query<{ n: number }>('select count(*)::int as n from opening_due')
    if ((rows[0]?.n ?? 0) === 0) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const sizeOf = ({ messages }: BenchOptions) => Math.min(60_000, Math.max(2_000, messages))

function textsOf(count: number, phrases: readonly string[], seed: number): string[] {
  const random = seeded(seed + 1)
  return makeMessages(random, count).map((text, i) =>
    phrases.length > 0 && i % breachEvery === 0 ? `${text} ${pick(random, phrases)}` : text,
  )
}

/** Messages a second, from the first one kept to the last one ingested and examined. */
async function run(product: Product, tenant: WorldTenant, texts: readonly string[]): Promise<number> {
  const { ctx } = product.world
  const arrivals = texts.map((text, i) => toArrival(tenant, text, i))
  await product.admin.query('checkpoint')
  const began = performance.now()
  for (let first = 0; first < arrivals.length; first += batchRows) {
    await keepArrivals(ctx.db, tenant.id, arrivals.slice(first, first + batchRows), new Date())
    await wake(ctx.db, backlog)
    if (first % (10 * batchRows) === 0) await shortBacklog(product)
  }
  await product.drained()
  const perSecond = texts.length / ((performance.now() - began) / 1000)
  await checkStored(product, tenant, texts.length)
  return perSecond
}

async function shortBacklog({ admin }: Product): Promise<void> {
  for (;;) {
    const { rows } = await admin.query<{ n: number }>('select count(*)::int as n from record_backlog')
    if ((rows[0]?.n ?? 0) < mostWaiting) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Ten policies with 50 rules each: 450 phrases and 50 regexes. */
async function addPolicies({ world }: Product, tenant: WorldTenant): Promise<string[]> {
  const phrases = makePhrases(seeded(7), 450)
  const rules = [...phrases, ...makeRegexes(50)].map(({ type, pattern }, i) => ({
    name: `Rule ${i}`,
    type: type as 'phrase' | 'regex',
    pattern,
    scope: 'message' as const,
    alsoDisguised: true,
    conditions: {},
  }))
  const editor = { userId: tenant.users.compliance, name: 'Bench' }
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    for (let i = 0; i < 10; i++) {
      const draft = {
        name: `Policy ${i}`,
        severity: 'medium' as const,
        scope: 'global' as const,
        groupIds: [],
        action: 'raise' as const,
        enabled: true,
        rules: rules.filter((_, index) => index % 10 === i),
      }
      await createPolicy(tx, editor, draft, new Date())
    }
  })
  return phrases.map(({ pattern }) => pattern)
}

async function checkStored({ admin }: Product, { id }: WorldTenant, count: number): Promise<void> {
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from message where tenant_id = $1',
    [id],
  )
  if (rows[0]?.n !== count) throw new Error(`${rows[0]?.n} messages were stored of ${count}`)
}

async function checkFound({ admin }: Product, { id }: WorldTenant, least: number): Promise<void> {
  const { rows } = await admin.query<{ n: number }>(
    'select count(distinct message_id)::int as n from evidence where tenant_id = $1',
    [id],
  )
  if ((rows[0]?.n ?? 0) < least) throw new Error(`Evidence was found in ${rows[0]?.n} messages of ${least}`)
}

/** The tables of a captured text, parents first. */
const tables = ['message_record', 'conversation', 'participant', 'message']

/** Seconds that COPY needs to write the rows of a tenant once more, as another tenant's, into the same tables. */
async function copySeconds({ admin }: Product, tenant: WorldTenant): Promise<number> {
  const { rows } = await admin.query<{ folder: string }>("select current_setting('data_directory') as folder")
  const copy = newId<RuleId>(new Date())
  for (const table of tables) {
    const columns = await admin.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attgenerated = '' order by attnum`,
      [table],
    )
    const names = columns.rows.map(({ name }) => (name === 'tenant_id' ? `'${copy}'::uuid` : `"${name}"`))
    await admin.query(
      `copy (select ${names.join(', ')} from ${table} where tenant_id = '${tenant.id}') to '${rows[0]?.folder}/${table}.bench'`,
    )
  }
  await admin.query('checkpoint')
  const began = performance.now()
  for (const table of tables) await admin.query(`copy ${table} from '${rows[0]?.folder}/${table}.bench'`)
  return (performance.now() - began) / 1000
}

async function matcherRate(
  { world }: Product,
  tenant: WorldTenant,
  texts: readonly string[],
): Promise<number> {
  const standing = await inTenant(world.ctx.db, tenant.id, (tx) => findStandingPolicies(tx))
  const compiled = compilePolicies(standing)
  const began = performance.now()
  let breaches = 0
  for (const text of texts) {
    breaches += judge(compiled, {
      text,
      attachmentNames: [],
      channel: 'sms',
      direction: 'inbound',
      groupIds: [],
      byUser: false,
    }).breaches.length
  }
  if (breaches === 0) throw new Error('Nothing was found')
  return texts.length / ((performance.now() - began) / 1000)
}
