import { newId } from '#kernel/uuid.ts'
import { openDb } from '#platform/db.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { type Arrival, openKeeper } from './keep.ts'

test('what is too much is refused to the caller that waits for it, and no other caller loses its answer', async () => {
  const now = () => new Date('2026-11-25T09:00:00.000Z')
  const db = openDb('postgresql://reader@127.0.0.1:9/nothing')
  const keeper = openKeeper({ db, now, onKept: () => {} })
  const arrival: Arrival = {
    tenantId: newId<TenantId>(now()),
    accountId: newId<AccountId>(now()),
    channel: 'sms',
    transport: 'poll',
    sourceKey: 'a',
    contentType: 'text/plain',
    headers: {},
    remote: undefined,
    bytes: Buffer.alloc(100 * 1024 * 1024),
    receivedAt: now(),
  }
  // As a list is kept: all at once.
  const answers = await Promise.allSettled([1, 2, 3].map(() => keeper.keep(arrival)))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(answers[2]).toMatchObject({ reason: { code: 'unavailable' } })
  await keeper.close()
  await db.destroy()
})
