import { minuteMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { openGap } from '#domains/accounts/gaps.ts'
import { inTenant } from '#platform/db.ts'
import { client, setUpReconciling } from '#testing/reconciling.ts'

const { bed, ago, connect, pass, compare } = setUpReconciling()

test('what was sent in a gap of some minutes is marked late once it is fetched, and nothing else is', async () => {
  const { id, number } = await connect()
  await pass(60 * minuteMs)
  const accountId = AccountId.parse(id)
  const gap = { accountId, kind: 'disconnected', problem: 'unreachable' } as const
  await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    openGap(tx, { ...gap, beganAt: ago(20 * minuteMs), endedAt: ago(10 * minuteMs) }, bed.world.ctx.now()),
  )
  for (const [body, minutes] of [
    ['Before', 25],
    ['In the gap', 15],
    ['After', 9],
  ] as const)
    bed.twilio.message({ from: client, to: number, body, at: ago(minutes * minuteMs) })
  await compare()
  const rows = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx.selectFrom('message').select(['body', 'flags']).orderBy('posted_at').execute(),
  )
  expect(rows.map(({ body, flags }) => [body, flags])).toEqual([
    ['Before', []],
    ['In the gap', ['late']],
    ['After', []],
  ])
})
