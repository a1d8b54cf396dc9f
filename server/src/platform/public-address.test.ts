import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.20.0.1',
  '192.168.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  '100::1',
  '2001::1',
  'fd00::1',
  'fe80::1',
  'fec0::1',
  'nothing',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['54.172.60.0', '93.184.216.34', '172.32.0.1', '2a00:1450:4001::1', '2606:2800:220:1::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)
