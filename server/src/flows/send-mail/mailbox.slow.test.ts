import { expect, test } from 'vitest'
import { mailboxKey } from '#domains/mail/mailbox-key.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { openTestBrowser } from '#testing/browser.ts'
import type { TestDatabase } from '#testing/database.ts'
import { openMailServer } from '#testing/fakes/mail-server.ts'
import { openInstallation } from '#testing/installation.ts'
import { openWorld } from '#testing/world.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const forget = async (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
    },
    body: JSON.stringify(body),
  })

test('in local without a mail server, waiting mail can be read on this machine through the printed link', async () => {
  await using world = await openWorld(database.url)
  const tenant = await world.makeTenant('waits')
  const email = `analyst@${tenant.label}.example`
  const host = `${tenant.label}.verbatim.localhost:3000`
  const key = mailboxKey(world.ctx.secrets)
  const ask = (remoteAddress: string, of = host, cookie = `verbatim-mailbox=${key}`) =>
    world.app.inject({ url: '/bff/mailbox', remoteAddress, headers: { host: of, cookie } })
  await world.app.inject({
    method: 'POST',
    url: '/identity/',
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
    },
    payload: JSON.stringify({ ClientId: `app${tenant.id.replaceAll('-', '')}`, Username: email }),
  })
  expect((await ask('127.0.0.1')).json().items).toMatchObject([{ to: email, kind: 'code' }])
  for (const address of ['::1', '::ffff:127.0.0.1']) expect((await ask(address)).statusCode).toBe(200)
  for (const cookie of ['', 'verbatim-mailbox=', `verbatim-mailbox=${key.slice(0, -1)}x`, `mailbox=${key}`]) {
    const shut = await ask('127.0.0.1', host, cookie)
    expect([shut.statusCode, shut.json().code]).toEqual([404, 'mailbox.closed'])
    expect(shut.body).not.toContain(email)
  }
  for (const address of ['192.168.1.7', '10.0.0.2', '::ffff:10.0.0.2'])
    expect((await ask(address)).statusCode).toBe(404)
  const other = await world.makeTenant('others')
  expect((await ask('127.0.0.1', `${other.label}.verbatim.localhost:3000`)).json().items).toEqual([])
  const config = await world.app.inject({ url: '/config/cognito', headers: { host } })
  expect(config.json().mailbox).toBe('/mailbox')
})

test('the printed link opens the mailbox once the browser stores its key; another key does not work', async () => {
  await using world = await openWorld(database.url)
  const { label } = await world.makeTenant('linked')
  const key = mailboxKey(world.ctx.secrets)
  const browser = openTestBrowser(world.app, `${label}.verbatim.localhost:3000`)
  const wrong = await browser.open(`/mailbox?key=${'x'.repeat(43)}`)
  expect(wrong.headers['set-cookie']).toBeUndefined()
  expect((await browser.open('/bff/mailbox')).statusCode).toBe(404)
  const opened = await browser.open(`/mailbox?key=${key}`)
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/mailbox'])
  expect(String(opened.headers['set-cookie'])).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
  expect((await browser.open('/bff/mailbox')).statusCode).toBe(200)
})

test.each<[string, Record<string, string>]>([
  ['outside local', { VERBATIM_ENVIRONMENT: 'stage' }],
  ['where a mail server is configured', { SMTP_URL: 'smtp://localhost:1' }],
])('there is no mailbox %s', async (_where, env) => {
  await using world = await openWorld(database.url, env)
  const headers = { host: 'waits.verbatim.localhost:3000' }
  expect((await world.app.inject({ url: '/bff/mailbox', headers })).statusCode).toBe(404)
  const config = await world.app.inject({ url: '/config/cognito', headers })
  expect(config.json().mailbox).toBeUndefined()
})

test('with a mail server, a requested code arrives there', { tags: ['whole'], timeout: 60_000 }, async () => {
  await using server = await openMailServer()
  await using installation = await openInstallation({
    env: { SMTP_URL: server.url, MAIL_FROM: 'verbatim@acme.example' },
  })
  const tenant = await installation.world.makeTenant('mailed')
  const Username = `analyst@${tenant.label}.example`
  const ClientId = `app${tenant.id.replaceAll('-', '')}`
  const sent = await forget(`${installation.origin}/identity/`, { ClientId, Username })
  expect(sent.status).toBe(200)
  await expect
    .poll(() => server.received, { timeout: 10_000 })
    .toMatchObject([
      { to: Username, from: 'verbatim@acme.example', text: expect.stringMatching(/^ {2}\d{6}$/m) },
    ])
})
