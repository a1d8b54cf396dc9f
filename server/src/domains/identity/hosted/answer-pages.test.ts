import { reservedLabels } from '@verbatim/contract/host-names.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import { readFile } from 'node:fs/promises'
import { Script } from 'node:vm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

/** The two static pages of single sign-on share one script. These tests run it like a browser, on any address. */
let script: Script
const pages = new URL('../../../../../console/public/auth/', import.meta.url)
beforeAll(async () => {
  script = new Script(await readFile(new URL('answer.js', pages), 'utf8'))
})

/** The page's target; undefined if it does not redirect. */
function leadsTo(address: string): string | undefined {
  const { protocol, host, search } = new URL(address)
  let to: string | undefined
  const location = { protocol, host, search, replace: (next: string) => void (to = next) }
  const document = { getElementById: () => ({}) }
  script.runInNewContext({ location, document, URLSearchParams })
  return to === undefined ? undefined : new URL(to, address).href
}

const shared = 'https://redirect.example.com/auth/redirect.html'
const own = 'https://acme.example.com/auth/callback.html'

test('both pages load only this script', async () => {
  for (const name of ['redirect.html', 'callback.html']) {
    const page = await readFile(new URL(name, pages), 'utf8')
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/auth/answer.js" defer>'])
  }
})

test('the shared host passes only code, state and error to the organization in the state', () => {
  expect(leadsTo(`${shared}?code=c&state=acme.x&next=https://evil.example`)).toBe(
    `${own}?code=c&state=acme.x`,
  )
  expect(leadsTo(`${shared}?error=access_denied&state=acme.x`)).toBe(
    `${own}?state=acme.x&error=access_denied`,
  )
})

test('an organization’s own host passes them to its console', () => {
  expect(leadsTo(`${own}?code=c&state=x&next=//evil.example`)).toBe(
    'https://acme.example.com/sign-in/return?code=c&state=x',
  )
})

test.each([
  '',
  ...reservedLabels,
  'Acme',
  '-a',
  'a-',
  'a_b',
  'a@evil',
  'evil/',
  '\\evil',
  'evil:8080',
  'a?b',
  'a#b',
])('the label %j leads nowhere from the shared host', (label) =>
  expect(leadsTo(`${shared}?code=c&state=${encodeURIComponent(`${label}.x`)}`)).toBeUndefined(),
)

test('every answer leads to a host below the page’s own domain, or nowhere', () => {
  const words = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('//evil.example', 'evil.example', 'javascript:alert(1)', 'acme', '\u0000', '%2f%2fevil'),
  )
  fc.assert(
    fc.property(words, words, fc.constantFrom(shared, own), (state, code, page) => {
      const to = leadsTo(`${page}?${new URLSearchParams({ state, code, next: code }).toString()}`)
      if (to === undefined) return
      const { protocol, hostname, pathname, port } = new URL(to)
      expect([protocol, port]).toEqual(['https:', ''])
      expect(hostname).toMatch(/^[a-z0-9-]+\.example\.com$/)
      expect(['/auth/callback.html', '/sign-in/return']).toContain(pathname)
    }),
    { numRuns: roundsOf(100) },
  )
})
