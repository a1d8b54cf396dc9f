import { expect, test } from 'vitest'
import { labelOf, readHost } from './host.ts'

test.each([
  ['https://acme.example.com', 'acme'],
  ['https://acme.example.com:8443', 'acme'],
  ['https://dev.example.com', undefined],
  ['https://archive.bank.example', undefined],
  ['http://localhost:3000', undefined],
])('the first organization is served at the public address %s', (publicBaseUrl, label) => {
  const names = { publicBaseUrl, mainDomain: 'example.com', environment: 'dev' } as const
  expect(labelOf(names)).toBe(label)
  expect(readHost(names, new URL(publicBaseUrl).hostname)).toEqual(
    label ? { kind: 'tenant', label } : { kind: 'installation' },
  )
})
