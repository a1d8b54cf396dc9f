import { AccountId, RecordId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import type { Account } from '#domains/accounts/queries.ts'
import { newId } from '#kernel/uuid.ts'
import { normalisedType, parseRecord } from './parse.ts'

test('the failure of a damaged record does not quote it, because it is logged and exported', async () => {
  const now = new Date()
  const id = AccountId.parse(newId(now))
  const record = {
    id: RecordId.parse(newId(now)),
    accountId: id,
    channel: 'sms' as const,
    transport: 'webhook',
    receivedAt: now,
    contentType: normalisedType,
    headers: {},
    bytes: Buffer.from('[{"body": private words'),
  }
  const parsed = parseRecord({ find: () => undefined }, record, { id } as Account)
  await expect(parsed).rejects.toThrow(/^The record is not valid JSON$/)
})
