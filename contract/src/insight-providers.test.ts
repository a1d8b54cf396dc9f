import { expect, test } from 'vitest'
import { InsightProviderDraft } from './insight-providers.ts'

const draft = { name: 'Desk', kind: 'metabase', address: 'https://c.example', secret: 's', apiKey: 'k' }
const isTaken = (over: object) => InsightProviderDraft.safeParse({ ...draft, ...over }).success

test('a provider has an address on the web, without a user, a query or a port of another protocol', () => {
  for (const address of [
    'https://c.example',
    'https://c.example/desk',
    'https://c.example:8443',
    'http://c.example:80',
  ])
    expect([address, isTaken({ address })]).toEqual([address, true])
  for (const address of [
    '',
    'metabase',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://a:b@c.example',
    'https://c.example/?x=1',
    'https://c.example/?',
    'https://c.example/#',
    'https://c.example:22',
    'https://c.example:25/desk',
  ])
    expect([address, isTaken({ address })]).toEqual([address, false])
})

test('a session of Metabase is short, because its address can be used again until it ends', () => {
  expect(InsightProviderDraft.parse(draft).sessionMinutes).toBe(15)
  expect([isTaken({ sessionMinutes: 60 }), isTaken({ sessionMinutes: 61 })]).toEqual([true, false])
  expect(isTaken({ kind: 'superset', user: 'reader', sessionMinutes: 600 })).toBe(true)
})
