import { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { differingCounts, keptCopies, keptCounts } from '#domains/metrics/kept-counts.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { keepArrivals } from './keep.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let reader: Caller
useTestWorld(async (opened, own) => {
  world = opened
  database = own
  tenant = await world.makeTenant('journal')
  reader = await world.as(tenant, tenant.users.compliance)
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
/** In one batch. */
async function deliver(...texts: string[]): Promise<void> {
  const arrivals = texts.map((text) => ({
    tenantId: tenant.id,
    accountId: tenant.accounts.proofpoint,
    channel: 'proofpoint' as const,
    transport: 'smtp' as const,
    sourceKey: `mail ${(count += 1)}`,
    contentType: 'message/rfc822',
    headers: {},
    remote: undefined,
    bytes: Buffer.from(text.replace(/\r?\n/g, '\r\n')),
    receivedAt: world.ctx.now(),
  }))
  await keepArrivals(world.ctx.db, tenant.id, arrivals, world.ctx.now())
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

describe('a mail to a colleague and, hidden from them, to a client', () => {
  const attached = (id: string) => `From: Rita Lund <rep@journal.example>
To: Ben Aaron <ben@journal.example>
Subject: Outward ${id}
Date: Mon, 2 Mar 2026 10:00:00 +0000
Message-ID: <${id}@journal.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

We will send the dibbler offer by Friday. ${id}

--b
Content-Type: text/plain; name=plan.txt
Content-Disposition: attachment; filename=plan.txt

keep this kowari quiet
--b--
`
  const order = (at: 'first' | 'last', id: string) => {
    const inside = report(['ben@journal.example'], attached(id))
    const outside = report(['ann@client.example'], attached(id)).replace('To: ann', 'BCC: ann')
    return at === 'last' ? [inside, outside] : [outside, inside]
  }

  test.each([
    ['in the first report', 'first', 1],
    ['in the last report', 'last', 1],
    ['in the first report of one batch', 'first', 2],
    ['in the last report of one batch', 'last', 2],
  ] as const)('left the organization, whether the client is %s', async (name, at, atOnce) => {
    const id = name.replaceAll(' ', '-')
    const conditions = { direction: 'outbound' }
    const rules = ['dibbler', 'kowari'].map((said) => ({
      name: said,
      type: 'phrase',
      pattern: said,
      scope: 'message_and_attachment',
      conditions,
    }))
    const policy = { name: id, severity: 'high', scope: 'global', groupIds: [], action: 'raise' }
    const made = await reader.call('POST', '/bff/api/v1/topic', { ...policy, enabled: true, rules })
    expect(made.status).toBe(200)
    world.pass(4_000)
    const mails = order(at, id)
    for (let next = 0; next < mails.length; next += atOnce) await deliver(...mails.slice(next, next + atOnce))

    const found = await reader.call('GET', `/bff/api/v1/messages?search=messageBody:${id}`)
    expect(found.json.items).toMatchObject([{ direction: 'outbound' }])
    const messageId = MessageId.parse(found.json.items[0].id)
    const { parts, covered, promises } = await inTenant(database.db, tenant.id, async (tx) => ({
      parts: await tx
        .selectFrom('evidence')
        .innerJoin('cognitive_event', 'cognitive_event.id', 'evidence.event_id')
        .where('evidence.message_id', '=', messageId)
        .where('cognitive_event.policy_id', '=', made.json.id)
        .select('evidence.part')
        .execute(),
      covered: await tx.selectFrom('message').where('id', '=', messageId).select('is_covered').execute(),
      promises: await tx.selectFrom('promise').where('message_id', '=', messageId).selectAll().execute(),
    }))
    expect(parts.map(({ part }) => part).toSorted()).toEqual(['attachment-text:0', 'text'])
    expect(covered).toEqual([{ is_covered: true }])
    expect(promises).toHaveLength(1)
  })

  test('is counted as sent, whichever report came first', async () => {
    const sent = async () =>
      (await reader.call('GET', '/bff/api/v1/messages?filter=direction[eq]:outbound&limit=1')).json.total
    const before = await sent()
    await deliver(...order('last', 'counted'))
    expect(await sent()).toBe(before + 1)
    const differing = await inTenant(database.db, tenant.id, async (tx) => {
      const kept = [
        ...keptCounts.map((counts) => differingCounts(counts)),
        ...keptCopies.map((copies) => copies.differing()),
      ]
      const found = []
      for (const one of kept) found.push(...(await sql`${one}`.execute(tx)).rows)
      return found
    })
    expect(differing).toEqual([])
  })

  test('stays outbound, and no other direction changes', async () => {
    await deliver(...order('first', 'kept'), mail('received').replace('rep@journal', 'ann@client'))
    const turn = (direction: string) =>
      inTenant(database.db, tenant.id, (tx) => sql`update message set direction = ${direction}`.execute(tx))
    for (const direction of ['internal', 'inbound', 'unknown'])
      await expect(turn(direction)).rejects.toThrow(/the direction of message .* is kept/)
    await expect(turn('outbound')).rejects.toThrow('is kept') // of the inbound ones
  })
})

test('a reply finds the original mail by its Message-ID', async () => {
  await deliver(mail('two'))
  await deliver(mail('three', 'In-Reply-To: <two@journal.example>\nReferences: <two@journal.example>\n'))
  const { json } = await reader.call('GET', '/bff/api/v1/messages?search=messageBody:three')
  const thread = await reader.call('GET', `/bff/conversations/${json.items[0].conversationId}`)
  expect(thread.json.messages).toHaveLength(2)
  expect(thread.json.messages[1].replyToId).toBe(thread.json.messages[0].id)
})

describe('a second mail under a known Message-ID', () => {
  const first = mail('same')
  const own = (name: string) => mail('same').replace('Please find', `Please find ${name}:`)
  const attached = (text: string) =>
    first.replace(
      /MIME-Version[^]*/,
      `MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

Please find the review attached. same

--b
Content-Type: text/plain; name=plan.txt
Content-Disposition: attachment; filename=plan.txt

${text}
--b--
`,
    )
  const found = async (search: string) =>
    (await reader.call('GET', `/bff/api/v1/messages?limit=50&search=messageBody:${search}`)).json.items

  test.each([
    ['another subject', first.replace('Your review', 'Quokka one'), 'quokka'],
    ['another text', own('quagga'), 'quagga'],
    ['a file', attached('keep this numbat quiet'), 'numbat'],
    ['another file', attached('keep this bilby quiet'), 'bilby'],
  ])('with %s is a message of its own, searched, examined and flagged', async (_, text, said) => {
    const rules = [
      { name: said, type: 'phrase', pattern: said, scope: 'message_and_attachment', conditions: {} },
    ]
    const policy = { name: said, severity: 'high', scope: 'global', groupIds: [], action: 'raise' }
    const made = await reader.call('POST', '/bff/api/v1/topic', { ...policy, enabled: true, rules })
    expect(made.status).toBe(200)
    world.pass(4_000)
    await deliver(first)
    await deliver(text)
    const [one, ...more] = await found(said)
    expect(more).toEqual([])
    const whole = await reader.call('GET', `/bff/api/v1/messages/${one.id}`)
    expect(whole.json.flags).toContain('reusedId')
    const { json } = await reader.call('GET', '/bff/api/v1/cognitive-events?limit=200')
    expect(json.items.map((event: { messageId: string }) => event.messageId)).toContain(one.id)
  })

  test('from another author, or of another day, is a separate message', async () => {
    await deliver(first)
    const before = (await found('same')).length
    await deliver(first.replace('rep@journal', 'boss@journal'))
    await deliver(first.replace('2 Mar 2026', '3 Mar 2026'))
    expect(await found('same')).toHaveLength(before + 2)
  })

  test('that arrived another way is the same message, in any number and any journal format', async () => {
    await deliver(first)
    const before = (await found('same')).length
    await deliver(`Received: from b by c; Mon, 2 Mar 2026 09:00:05 +0000\n${first}`)
    await deliver(
      first.replace('charset=utf-8', 'charset=utf-8\nContent-Transfer-Encoding: quoted-printable'),
    )
    await deliver(report(['ann@client.example'], first).replaceAll('<one@', '<same@'))
    for (const again of [first, attached('keep this numbat quiet'), own('quagga')]) await deliver(again)
    expect(await found('same')).toHaveLength(before)
  })

  test('with an additional file in its report is a separate message', async () => {
    await deliver(first)
    const before = (await found('same')).length
    const wrapped = report(['ann@client.example'], first).replace(
      '--outer--',
      '--outer\nContent-Type: text/plain; name=x.txt\nContent-Disposition: attachment\n\nwombat\n--outer--',
    )
    await deliver(wrapped)
    expect(await found('wombat')).toHaveLength(1)
    await deliver(wrapped.replace('Subject: Your review', 'Subject: your other review'))
    expect(await found('same')).toHaveLength(before + 2)
  })
})
