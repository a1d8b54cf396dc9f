import { countryCodes, countryName } from '@verbatim/contract/countries.ts'
import { getCountries } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { keepArrivals } from '#flows/capture/keep.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('placed', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const put = async (change: object, caller = admin) => {
  const { version } = (await caller.call('GET', '/bff/organizations')).json
  const { status } = await caller.call('PUT', '/bff/organizations', { expectedVersion: version, ...change })
  expect(status).toBe(200)
}

const phoneOf = async (caller: Caller, userId: string, phoneNumber: string) => {
  const { status, json } = await caller.call('PUT', `/messenger/api/v1/users/${userId}`, { phoneNumber })
  return status === 200 ? json.phoneNumber : json
}

test('every available country has a name, and we can read its numbers', () => {
  expect([...countryCodes].toSorted()).toEqual(getCountries().toSorted())
  for (const code of countryCodes) expect(countryName(code)).not.toBe(code)
})

test('a number without a plus sign is read for the current country, and does not change with it', async () => {
  const [first, second] = [tenant.representative, tenant.colleague]
  const written = '0171 2345678'
  expect(await phoneOf(admin, first, '(202) 456-1111')).toBe('+12024561111')
  await put({ country: 'DE' })
  expect(await phoneOf(admin, second, written)).toBe('+491712345678')
  expect((await admin.call('GET', `/messenger/api/v1/users/${first}`)).json.phoneNumber).toBe('+12024561111')
  await put({ country: 'US' })
  expect((await admin.call('GET', `/messenger/api/v1/users/${second}`)).json.phoneNumber).toBe(
    '+491712345678',
  )
})

test('the country of one organization does not affect another', async () => {
  const other = await world.makeTenant(`other-${tenant.label}`)
  const theirs = await world.as(other, other.users.super_admin)
  await put({ country: 'DE', mailDomains: ['placed.example'] })
  expect((await theirs.call('GET', '/bff/organizations')).json).toMatchObject({
    country: 'US',
    mailDomains: [`${other.label}.example`],
  })
  expect(await phoneOf(theirs, other.colleague, '(202) 456-1111')).toBe('+12024561111')
})

const mail = (from: string, to: string, id: string) => `From: ${from}
To: ${to}
Subject: Your review
Date: Mon, 2 Mar 2026 09:00:00 +0000
Message-ID: <${id}@halden.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Please find the review attached: ${id}.
`

async function deliver(from: string, to: string, id: string): Promise<string> {
  const arrival = {
    tenantId: tenant.id,
    accountId: tenant.accounts.proofpoint,
    channel: 'proofpoint',
    transport: 'smtp',
    sourceKey: id,
    contentType: 'message/rfc822',
    headers: {},
    remote: undefined,
    bytes: Buffer.from(mail(from, to, id).replaceAll('\n', '\r\n')),
    receivedAt: world.ctx.now(),
  } as const
  await keepArrivals(world.ctx.db, tenant.id, [arrival], world.ctx.now())
  await world.settle()
  return directionOf(id)
}

async function directionOf(id: string): Promise<string> {
  const { json } = await admin.call('GET', `/bff/api/v1/messages?search=messageBody:${id}`)
  expect(json.total).toBe(1)
  return json.items[0].direction
}

test('the mail domains decide the direction of mail; mail captured before they were set stays unknown', async () => {
  const [ours, client] = ['Rita <rita@mail.halden.example>', 'Ann <ann@client.example>']
  await put({ mailDomains: [] })
  expect(await deliver(ours, client, 'before')).toBe('unknown')
  await put({ mailDomains: ['Halden.example'] })
  expect(await deliver(ours, client, 'sent')).toBe('outbound')
  expect(await deliver(client, ours, 'received')).toBe('inbound')
  expect(await directionOf('before')).toBe('unknown')
})
