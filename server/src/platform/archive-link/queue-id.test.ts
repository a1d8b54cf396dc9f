import { expect, test } from 'vitest'
import { queueIdOf } from './queue-id.ts'

test.each([
  ['250 2.0.0 Ok: queued as 4XyZ12', '4XyZ12'],
  ['250 OK id=1sAbCd-0001Xy-2z', '1sAbCd-0001Xy-2z'],
  ['250 stored as 018f-1', '018f-1'],
  ['250 2.6.0 <a@b.example> [InternalId=12, Hostname=x.example] Queued mail for delivery', '12'],
  ['250-first\r\n250 Ok: queued as B2', 'B2'],
  ['250 Ok', undefined],
  ['', undefined],
])('the queue id in “%s”', (response, id) => expect(queueIdOf(response)).toBe(id))
