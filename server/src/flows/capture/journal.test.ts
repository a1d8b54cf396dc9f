import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type Caller, openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { keepArrivals } from './keep.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let reader: Caller
beforeAll(async () => {
  database = await openTestDatabase()
  world = await openWorld(database.url)
  tenant = await world.makeTenant('journal')
  reader = await world.as(tenant, tenant.users.compliance)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await database?.close()
})

const mail = (id: string, more = '') => `From: Rita Lund <rep@journal.example>
To: Ann Client <ann@client.example>
Subject: Your review
Date: Mon, 2 Mar 2026 09:00:00 +0000
Message-ID: <${id}@journal.example>
${more}MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Please find the review attached. ${id}
`

/** A journal report, as Exchange makes one for each group of recipients. */
const report = (recipients: string[], inner: string) => `From: journal@journal.example
To: archive@verbatim.example
Subject: Your review
X-MS-Journal-Report:
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: text/plain; charset=utf-8

Sender: rep@journal.example
Subject: Your review
Message-Id: <one@journal.example>
${recipients.map((address) => `To: ${address}`).join('\n')}

--outer
Content-Type: message/rfc822

${inner}
--outer--
`

let count = 0
async function deliver(text: string): Promise<void> {
  count += 1
  const bytes = Buffer.from(text.replace(/\r?\n/g, '\r\n'))
  await keepArrivals(
    world.ctx.db,
    tenant.id,
    [
      {
        tenantId: tenant.id,
        accountId: tenant.accounts.proofpoint,
        channel: 'proofpoint',
        transport: 'smtp',
        sourceKey: `mail ${count}`,
        contentType: 'message/rfc822',
        headers: {},
        remote: undefined,
        bytes,
        receivedAt: world.ctx.now(),
      },
    ],
    world.ctx.now(),
  )
  await world.settle()
}

test('several reports of one mail are one message with all its recipients, and no revision', async () => {
  await deliver(report(['ann@client.example'], mail('one')))
  await deliver(report(['bob@client.example', 'cleo@client.example'], mail('one')))
  const { json } = await reader.call('GET', '/bff/api/v1/messages?filter=channelType[eq]:proofpoint')
  expect(json.total).toBe(1)
  const whole = await reader.call('GET', `/bff/api/v1/messages/${json.items[0].id}`)
  const addresses = JSON.stringify(whole.json.recipients)
  for (const name of ['ann', 'bob', 'cleo']) expect(addresses).toContain(`${name}@client.example`)
  const revisions = await inTenant(database.db, tenant.id, (tx) =>
    tx.selectFrom('message_revision').selectAll().execute(),
  )
  expect(revisions).toEqual([])
})

test('an answer finds the mail it answers by its Message-ID', async () => {
  await deliver(mail('two'))
  await deliver(mail('three', 'In-Reply-To: <two@journal.example>\nReferences: <two@journal.example>\n'))
  const { json } = await reader.call('GET', '/bff/api/v1/messages?search=messageBody:three')
  const thread = await reader.call('GET', `/bff/conversations/${json.items[0].conversationId}`)
  expect(thread.json.messages).toHaveLength(2)
  expect(thread.json.messages[1].replyToId).toBe(thread.json.messages[0].id)
})
