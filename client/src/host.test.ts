import { expect, test } from 'vitest'
import { parseHost } from './host.ts'

test.each([
  ['acme.example.com', 'production', 'acme', 'example.com', false],
  ['ACME.Example.com', 'production', 'acme', 'example.com', false],
  ['acme.example.com:8443', 'production', 'acme', 'example.com:8443', false],
  ['dev.example.com', 'dev', undefined, 'example.com', false],
  ['stage.example.com', 'stage', undefined, 'example.com', false],
  ['local.example.com', 'local', undefined, 'example.com', false],
  ['redirect.example.com', 'production', undefined, 'example.com', true],
  ['www.example.com', 'production', undefined, 'example.com', false],
  ['localhost', 'local', undefined, 'localhost', false],
  ['localhost:3000', 'local', undefined, 'localhost:3000', false],
  ['acme.verbatim.localhost:3000', 'local', 'acme', 'verbatim.localhost:3000', false],
])('%s is %s, tenant %s', (host, ...expected) => {
  const { environment, tenant, mainDomain, isRedirect } = parseHost(host) ?? {}
  expect([environment, tenant, mainDomain, isRedirect]).toEqual(expected)
})

test.each([
  '',
  'example.com',
  'com',
  'a.b.c.d',
  '127.0.0.1',
  'a..com',
  '-a.example.com',
  'a_b.example.com',
  '[::1]:3000',
])('%j is not one of our hosts', (host) => expect(parseHost(host)).toBeUndefined())
