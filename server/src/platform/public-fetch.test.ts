import { expect, test } from 'vitest'
import { isPublicAddress, publicFetch } from './public-fetch.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.0.1',
  '172.20.0.1',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  'fd00::1',
  'fe80::1',
  '64:ff9b::7f00:1',
  'nothing',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['93.184.216.34', '2606:2800:220:1::1'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
])('%s is not called', async (address) => {
  await expect(publicFetch(address)).rejects.toThrow()
})
