/** Sources are asked once a day whether the accounts of people still receive through them. Source: docs/decisions/0169. */
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelVariables, StandingOutcome } from '#channels/provider-calls.ts'
import { findConnector } from '#channels/registry.ts'
import type { CheckedAccount } from '#domains/accounts/checks.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { noteUnarchived } from '#domains/accounts/standing-commands.ts'
import { type AskedPerson, putOffQuestion, takeAskedPeople } from '#domains/accounts/standing-questions.ts'
import { backlog } from '#flows/capture/backlog.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import { type Arrival, keepArrivalsIn } from '#flows/capture/keep.ts'
import { callLimits } from '#flows/collect/limits.ts'
import type { ReceivingClock } from '#kernel/clock.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { wake } from '#platform/work/wake.ts'

export interface StandingContext extends DbContext, ReceivingClock {
  readonly secrets: Secrets
  readonly mediaHosts: readonly string[]
  readonly channelVariables: ChannelVariables
  readonly log: Log
}

/** Of one turn, over all sources. */
const most = 200

/** Asks the sources among these accounts about people who are due. */
export async function askStandings(
  ctx: StandingContext,
  tenantId: TenantId,
  looked: readonly CheckedAccount[],
): Promise<void> {
  const sources = looked.filter(isAsked).map(({ id }) => id)
  if (sources.length === 0) return
  const { people, accounts } = await inTenant(ctx.db, tenantId, async (tx) => {
    const taken = await takeAskedPeople(tx, sources, ctx.now(), most)
    const asked = [...new Set(taken.map(({ sourceId }) => sourceId))]
    return { people: taken, accounts: await findAccounts(tx, asked) }
  })
  await Promise.all(
    accounts.map((source) =>
      askOne(
        ctx,
        source,
        people.filter(({ sourceId }) => sourceId === source.id),
      ),
    ),
  )
}

const isAsked = ({ channel, status, source_id: sourceId, request }: CheckedAccount) =>
  sourceId === null &&
  request === null &&
  status === 'active' &&
  findConnector(channel)?.standings !== undefined

async function askOne(ctx: StandingContext, source: Account, people: readonly AskedPerson[]): Promise<void> {
  const connector = findConnector(source.channel)
  if (!connector?.standings || source.isClosed) return
  try {
    const given = toChannelAccount(source, connector, ctx.secrets)
    const outcome = await connector.standings.ask(given, people, { ...callLimits(ctx), now: ctx.now() })
    await inTenant(ctx.db, source.tenantId, (tx) => settle(ctx, tx, { source, people, outcome }))
  } catch (error) {
    ctx.log.error({ err: error, accountId: source.id }, 'a source could not be asked about people')
  }
}

interface Asked {
  readonly source: Account
  readonly people: readonly AskedPerson[]
  readonly outcome: StandingOutcome
}

/** What is news is kept as a record, which is read like a delivery. Where there was no answer, the next try was set when they were taken. */
async function settle(ctx: StandingContext, tx: TenantTx, { source, people, outcome }: Asked): Promise<void> {
  if (outcome.outcome === 'answered') await keepStatements(ctx, tx, source, { people, ...outcome })
  const unanswered = outcome.outcome === 'answered' ? outcome.unanswered : outcome
  if (!unanswered || unanswered.outcome === 'nothing') {
    await noteUnarchived(
      tx,
      people.map(({ id }) => id),
      ctx.now(),
    )
    return putOffQuestion(tx, people, ctx.now())
  }
  if (unanswered.outcome === 'retry' && unanswered.afterMs !== undefined)
    await putOffQuestion(tx, people, ctx.now(), unanswered.afterMs)
}

async function keepStatements(
  ctx: StandingContext,
  tx: TenantTx,
  { tenantId, channel }: Account,
  { people, statements }: Pick<Asked, 'people'> & Extract<StandingOutcome, { outcome: 'answered' }>,
): Promise<void> {
  const receivedAt = ctx.received()
  const arrivals = statements.flatMap(({ address, contentType, body }): Arrival[] => {
    const person = people.find((one) => one.address === address)
    if (!person) return []
    return [
      {
        tenantId,
        accountId: person.id,
        channel,
        transport: 'poll',
        sourceKey: `standing:${receivedAt.toISOString()}`,
        contentType,
        headers: {},
        remote: undefined,
        bytes: body,
        receivedAt,
        isNoSign: true,
      },
    ]
  })
  if (arrivals.length === 0) return
  await keepArrivalsIn(tx, arrivals, receivedAt)
  await wake(tx, backlog)
}
