import { expect, test } from 'vitest'
import { publicFetch } from './public-fetch.ts'

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
