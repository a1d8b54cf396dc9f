/** Accounts that were away for some hours: capture health has their gaps, and the days show whether messages are missing. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import { recordConnected, recordDisconnected } from '@verbatim/server/domains/accounts/connection-changes.ts'
import { changeGaps } from '@verbatim/server/domains/accounts/gaps.ts'
import { lookAtGaps } from '@verbatim/server/flows/watch-accounts/notify-of-gaps.ts'
import { inTenant, type TenantTx } from '@verbatim/server/platform/db.ts'
import type { Seeding } from './seeding.ts'

interface Disconnection {
  readonly channel: Channel
  /** In days before now, about: it is in the longest silence of then. */
  readonly daysAgo: number
  readonly hours: number
  readonly problem: ConnectionProblem
}
const disconnections: readonly Disconnection[] = [
  { channel: 'signal', daysAgo: 48, hours: 30, problem: 'signed-out' },
  { channel: 'whatsappnative', daysAgo: 20, hours: 9, problem: 'signed-out' },
  { channel: 'signal', daysAgo: 13, hours: 11, problem: 'signed-out' },
  { channel: 'whatsapp', daysAgo: 5, hours: 3, problem: 'unreachable' },
]

/** Notes the disconnections as they are noted when they happen. */
export async function seedDisconnections(seeding: Seeding): Promise<void> {
  await inTenant(seeding.ctx.db, seeding.tenantId, async (tx) => {
    const known = await tx.selectFrom('account_gap').select('id').limit(1).execute()
    if (known.length > 0) return
    for (const { problem, ...about } of disconnections) {
      const silence = longestSilence(seeding, about)
      if (!silence) continue
      await recordDisconnected(tx, silence.account, problem, silence.from)
      await recordConnected(tx, silence.account, silence.until)
    }
  })
}

/** Notes the outcome for the messages of those times. No one is mailed about what happened before the demo. */
export async function settleDisconnections(tx: TenantTx, { beganAt }: Seeding): Promise<void> {
  const looked = await lookAtGaps(tx, beganAt, {})
  const changes = looked.flatMap(({ gap, change: { outcome } }) =>
    outcome ? { gap, change: { outcome, notify_at: null } } : [],
  )
  await changeGaps(tx, changes)
}

interface Silence {
  readonly account: { readonly id: AccountId; readonly name: string }
  readonly from: Date
  readonly until: Date
}

/** When an account of the channel received nothing for the longest time, within a day and a half of then. */
function longestSilence(
  { demo, beganAt, idOf }: Seeding,
  { channel, daysAgo, hours }: Omit<Disconnection, 'problem'>,
): Silence | undefined {
  const middle = beganAt.getTime() - daysAgo * dayMs
  const [first, last] = [middle - 1.5 * dayMs, middle + 1.5 * dayMs]
  const received = Map.groupBy(demo.deliveries, ({ accountKey }) => accountKey)
  const silences = demo.accounts
    .filter((account) => account.channel === channel)
    .flatMap(({ key, name }) => {
      const times = (received.get(key) ?? [])
        .map(({ receivedAt }) => receivedAt.getTime())
        .filter((time) => time > first && time < last)
      return [first, ...times].map((from, at) => ({ key, name, from, until: times[at] ?? last }))
    })
  const [longest] = silences.toSorted((a, b) => b.until - b.from - (a.until - a.from))
  if (!longest) return undefined
  const from = longest.from + 5 * minuteMs
  return {
    account: { id: idOf<AccountId>('account', longest.key), name: longest.name },
    from: new Date(from),
    until: new Date(Math.min(from + hours * hourMs, longest.until - 5 * minuteMs)),
  }
}
