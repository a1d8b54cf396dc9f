/** Chats that another archive delivers as mails, recognized by the headers that an administrator enters. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { rereadRecords } from '#flows/reread/reread.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { mailText } from '#testing/fakes/mail.ts'
import { arrivalOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { keepArrivals } from './keep.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('chats')
  admin = await world.as(tenant, tenant.users.super_admin)
})

const transcript = (day: number, said: string) =>
  mailText({
    from: 'feeds@archive.test',
    to: `journal-chats@journal.example`,
    subject: `Talk of day ${day}`,
    date: `${day} May 2026 08:00:00 +0000`,
    messageId: `<day-${day}@archive.test>`,
    headers: {
      'X-Acme-Chat': 'AcmeTalk; transcript',
      'X-Acme-Room': 'room=blue; day',
      'X-Acme-Members': 'rep@chats.example, +1 (555) 017-7001, +44 (20) 7946 0100',
    },
    body: said,
  })

async function deliver(bytes: string): Promise<void> {
  const mail = arrivalOf(world, tenant, [], {
    accountId: tenant.accounts.proofpoint,
    channel: 'proofpoint',
    transport: 'smtp',
    contentType: 'message/rfc822',
    bytes: Buffer.from(bytes),
  })
  await keepArrivals(world.ctx.db, tenant.id, [mail], world.ctx.now())
  await world.settle()
}

const recognized = {
  chatHeaders: ['X-Acme-Chat: ^(\\w+)'],
  transcriptHeaders: ['X-Acme-Chat: transcript'],
  conversationHeaders: ['X-Acme-Room: room=(\\w+)'],
  participantHeaders: ['X-Acme-Members'],
  authorHeaders: ['X-Acme-Members'],
}
const enter = (details: object) =>
  admin.call('PUT', `/external-accounts/api/v1/proofpoint/accounts/${tenant.accounts.proofpoint}`, {
    details: { smtpPassword: 'jet-lamp-42', ...details },
  })

async function listed(said: string) {
  const { json } = await admin.call('GET', `/bff/api/v1/messages?search=messageBody:${said}`)
  return json.items as { id: string; conversationId: string; contentType: string }[]
}

test('transcripts are messages of their conversation, between the people whom their headers name', async () => {
  await deliver(transcript(13, 'what was before the wombat'))
  const [before] = await listed('wombat')
  const details = (await admin.call('GET', `/bff/api/v1/messages/${before?.id}`)).json

  expect((await enter(recognized)).status).toBe(200)
  await deliver(transcript(14, 'an offer for the quokka'))
  await deliver(transcript(15, 'a price for the numbat'))
  const [[one], [other]] = [await listed('quokka'), await listed('numbat')]
  expect([one?.contentType, other?.contentType]).toEqual(['transcript', 'transcript'])
  expect(other?.conversationId).toBe(one?.conversationId)
  expect(before?.conversationId).not.toBe(one?.conversationId)

  const thread = (await admin.call('GET', `/bff/conversations/${one?.conversationId}`)).json
  const addresses = thread.participants.map(({ address }: { address: string }) => address)
  expect(addresses).toEqual(expect.arrayContaining(['rep@chats.example', '+15550177001', '+442079460100']))
  expect(addresses.join(' ')).not.toContain('journal-chats')

  const again = {
    readers: { find: findConnector },
    release: '9.9.9',
    operator: { userId: undefined, name: 'Operator' },
  }
  await rereadRecords({ ...world.ctx, ...again }, tenant.id, { all: true })
  expect(await listed('wombat')).toMatchObject([{ id: before?.id, conversationId: before?.conversationId }])
  expect((await admin.call('GET', `/bff/api/v1/messages/${before?.id}`)).json).toMatchObject({
    from: details.from,
    contentType: details.contentType,
    conversationId: details.conversationId,
  })
  expect(await listed('quokka')).toEqual([one])
})

test('a header takes no colleague away whose address is outside of the mail domains, and adds no archive', async () => {
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`insert into address (value, user_id) values ('carol@elsewhere.test', ${tenant.colleague})`.execute(
      tx,
    ),
  )
  expect((await enter(recognized)).status).toBe(200)
  await deliver(
    mailText({
      from: 'eve@client.test',
      to: 'Carol <Carol@elsewhere.test>, vault@archive.test, other@client.test',
      subject: 'A chat',
      date: '16 May 2026 08:00:00 +0000',
      messageId: '<forged@client.test>',
      headers: { 'X-Acme-Chat': 'AcmeTalk', 'X-Acme-Members': 'eve@client.test, bob@client.test' },
      body: 'a secret for the bandicoot',
    }),
  )
  const [found] = await listed('bandicoot')
  const { json } = await admin.call('GET', `/bff/conversations/${found?.conversationId}`)
  const addresses = json.participants.map(({ address }: { address: string }) => address)
  expect(addresses.toSorted()).toEqual(['bob@client.test', 'carol@elsewhere.test', 'eve@client.test'])
  const groupIds = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{ among: boolean }>`select exists (select from conversation_group_member member
      where member.user_id = ${tenant.colleague} and member.group_id = any(said.group_ids)) as among
      from message said where said.id = ${found?.id}`.execute(tx)
    return rows
  })
  expect(groupIds).toEqual([{ among: true }])
})

test.each([
  ['no header', 'chatHeaders', 'X Acme', 'Enter a header, such as X-Acme-Chat'],
  [
    'an app where none is named',
    'participantHeaders',
    'X-Acme => Talk',
    'Only a header that marks chats can name an app.',
  ],
])('a line with %s is refused, and the field is named', async (_, field, line, words) => {
  const { status, json, text } = await enter({ [field]: [line] })
  expect([status, json.code]).toEqual([400, 'request.invalid'])
  expect(text).toContain(words)
})

test.each([
  ['half a group', 'X-Acme: (a'],
  ['look-ahead', 'X-Acme: a(?=b)'],
  ['a back-reference', 'Subject: (a)\\1'],
  ['a count that is too large', 'X-Acme: (?:.{99}){99} => Talk'],
])('a pattern with %s is refused, and its field and line are named', async (_, line) => {
  const { status, json } = await enter({ chatHeaders: ['X-Good: ^a', line] })
  expect([status, json.code, json.details]).toEqual([
    400,
    'account.bad-pattern',
    { field: 'chatHeaders', line },
  ])
  expect(json.message).toContain(line)
})

test('more lines than any list of an account has are refused', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `X-Acme-${at}`)
  expect((await enter({ authorHeaders: lines(101) })).json.code).toBe('request.invalid')
  expect((await enter({ authorHeaders: lines(100) })).status).toBe(200)
})
