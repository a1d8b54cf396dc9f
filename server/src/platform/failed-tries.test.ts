import { describe, expect, test } from 'vitest'
import { countFailedTries } from './failed-tries.ts'
import { networkOf } from './network-of.ts'

const now = new Date(0)
const limits = { perPair: 3, perAddress: 5, perTarget: 10 }
const fail = (tries: ReturnType<typeof countFailedTries>, address: string, target: string, times: number) =>
  Array.from({ length: times }, () => tries.failed({ address, target }, now))

describe('failed tries', () => {
  test('beyond the limit of an address at a target are refused unchecked for a minute', () => {
    const tries = countFailedTries(limits)
    const one = { address: '192.0.2.1', target: 'a' }
    expect(fail(tries, one.address, one.target, 4)).toEqual([true, true, true, false])
    expect(tries.mayTry(one, now)).toBe(false)
    expect(tries.mayTry(one, new Date(60_000))).toBe(true)
  })

  test('of an address count at all targets together', () => {
    const tries = countFailedTries(limits)
    for (const target of ['a', 'b', 'c']) fail(tries, '192.0.2.1', target, 2)
    expect(tries.mayTry({ address: '192.0.2.1', target: 'd' }, now)).toBe(false)
    expect(tries.mayTry({ address: '192.0.2.2', target: 'd' }, now)).toBe(true)
  })

  test('of a thousand addresses leave every other address an attempt', () => {
    const tries = countFailedTries(limits)
    for (let n = 0; n < 1_000; n++) fail(tries, `10.0.${n >> 8}.${n & 255}`, 'a', 1)
    const other = { address: '192.0.2.1', target: 'a' }
    expect(tries.mayTry(other, now)).toBe(true)
    fail(tries, other.address, other.target, 1)
    expect(tries.mayTry(other, now)).toBe(false)
  })

  test('do not lock out an address that signed in before, and are still reported as too many', () => {
    const tries = countFailedTries(limits)
    const shared = { address: '192.0.2.1', target: 'a' }
    tries.succeeded(shared)
    expect(fail(tries, shared.address, shared.target, 4)).toEqual([true, true, true, false])
    expect(tries.mayTry(shared, now)).toBe(true)
    expect(tries.mayTry({ ...shared, target: 'b' }, now)).toBe(true)
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
