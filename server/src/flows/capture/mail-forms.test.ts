/** One forbidden word in every form in which a reader would see it, through the real SMTP intake. */
import type { Conversation } from '@verbatim/contract/conversations.ts'
import type { Message } from '@verbatim/contract/messages.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { openMailSender } from '#testing/traffic/mail-sender.ts'
import {
  type Ask,
  openPlayedInstallation,
  type PlayedInstallation,
} from '#testing/traffic/played-installation.ts'
import type { WorldTenant } from '#testing/world.ts'
import { file, forms, word } from '#testing/traffic/mail-forms.ts'

let installation: PlayedInstallation
let tenant: WorldTenant
let read: Ask
const form = new Map<string, Message>()

beforeAll(async () => {
  installation = await openPlayedInstallation()
  tenant = await installation.world.makeTenant('forms')
  read = await installation.person(tenant)
  for (const scope of ['message', 'message_and_attachment']) {
    const rules = [{ name: 'Word', type: 'phrase', pattern: word, scope, conditions: {} }]
    const policy = {
      name: scope,
      severity: 'high',
      scope: 'global',
      groupIds: [],
      action: 'raise',
      enabled: true,
      rules,
    }
    expect((await read('/bff/api/v1/topic', policy)).status).toBe(200)
  }
  installation.world.pass(4_000)
  await send(
    await Promise.all(
      Object.entries(forms).map(async ([name, made], at) => {
        const rest = typeof made === 'function' ? await made() : made
        const subject = rest.subarray(0, 8).toString() === 'Subject:' ? '' : `Subject: ${name}\r\n`
        const head = `From: form${at}@out.example\r\nTo: rep@forms.example\r\n${subject}`
        return Buffer.concat([Buffer.from(head), rest])
      }),
    ),
  )
  const { items } = (await read('/bff/api/v1/messages?limit=200')).json as { items: Message[] }
  Object.keys(forms).forEach((name, at) => {
    const message = items.find(({ author }) => author.address === `form${at}@out.example`)
    if (message) form.set(name, message)
  })
}, 120_000)
afterAll(() => installation?.[Symbol.asyncDispose]())

async function send(mails: readonly Buffer[]): Promise<void> {
  const sender = await openMailSender({ host: '127.0.0.1', port: installation.smtpPort })
  for (const mail of mails)
    expect(await sender.send(`journal-${tenant.label}@journal.example`, mail)).toMatchObject({ code: 250 })
  await sender[Symbol.asyncDispose]()
  await installation.ingested(tenant, 60_000)
  await vi.waitUntil(async () => (await countUnread()) === 0, { timeout: 60_000, interval: 50 })
}

const countUnread = () =>
  inTenant(installation.world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from attachment where reading = 'waiting'`.execute(tx)
    return rows[0]?.n
  })

const evidenceOf = (policy: string) =>
  inTenant(installation.world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{
      message_id: string
      part: string
    }>`select evidence.message_id, evidence.part from evidence
      join cognitive_event event on event.id = evidence.event_id join policy_version version
        on version.policy_id = event.policy_id and version.version = event.policy_version
      where version.name = ${policy}`.execute(tx)
    return Map.groupBy(rows, ({ message_id }) => message_id)
  })

/** A file contains these, and only rules on attachments look at it. */
const byFile = /^(?:a file|an encoded file|a text file|a zip|a gzip)/

test('every form is a message, and a rule finds the word in each', async () => {
  expect([...form.keys()]).toEqual(Object.keys(forms))
  const anywhere = await evidenceOf('message_and_attachment')
  expect([...form].filter(([, { id }]) => !anywhere.has(id)).map(([name]) => name)).toEqual([])
  const inMessages = await evidenceOf('message')
  const missing = [...form].filter(([, { id }]) => !inMessages.has(id)).map(([name]) => name)
  expect(missing).toEqual(Object.keys(forms).filter((name) => byFile.test(name)))
})

test('a search finds each form', async () => {
  const found = (await read(`/bff/api/v1/messages?limit=200&search=messageBody:${word}`)).json as {
    items: Message[]
  }
  const ids = new Set(found.items.map(({ id }) => id))
  // Names of files are examined and shown, but are not words of the message.
  const missing = [...form].filter(([name, { id }]) => !ids.has(id) && !/file name/.test(name))
  expect(missing.map(([name]) => name)).toEqual([])
})

test('the thread contains the hidden texts, with marks at the exact characters of the evidence', async () => {
  const message = form.get('the formatted alternative')!
  const { messages } = (await read(`/bff/conversations/${message.conversationId}?search=${word}`))
    .json as Conversation
  const [shown] = messages
  expect(shown).toMatchObject({
    body: 'Hello, as agreed, see you at the usual place',
    others: [
      { kind: 'html', text: 'Sell zanzibar now, tell all friends', highlights: [{ start: 5, end: 13 }] },
    ],
  })
  const { items } = (await read('/bff/api/v1/cognitive-events/evidence', { messageIds: [message.id] }))
    .json as {
    items: object[]
  }
  expect(items).toEqual([{ messageId: message.id, revision: 1, part: 'other', other: 0, start: 5, end: 13 }])
  const events = (await read(`/bff/api/v1/cognitive-events?limit=200`)).json as {
    items: { messageId: string; preview: string }[]
  }
  expect(events.items.find(({ messageId }) => messageId === message.id)).toMatchObject({
    preview: expect.stringContaining(word),
  })
})

test('exports contain the hidden texts and the words found in them', async () => {
  const rowsOf = async (slice: string) => {
    const { exportId } = (await read(`/bff/api/v1/${slice}/export`, { format: 'csv' })).json
    const url = `/bff/api/v1/exports/${exportId}`
    await vi.waitUntil(async () => (await read(url)).json.state === 'done', { timeout: 20_000, interval: 50 })
    const rows: Record<string, string>[] = parse((await read(`${url}/file`)).text, {
      bom: true,
      columns: true,
    })
    return Map.groupBy(rows, (row) => row['Message ID'])
  }
  const [messages, events] = [await rowsOf('messages'), await rowsOf('cognitive-events')]
  const { id } = form.get('the formatted alternative')!
  expect(messages.get(id)?.[0]).toMatchObject({
    Content: 'Hello, as agreed, see you at the usual place',
    'Also contains': '[a different formatted text]\nSell zanzibar now, tell all friends',
  })
  expect(events.get(id)?.map(({ Found }) => Found)).toEqual(
    Array(2).fill('“zanzibar” in a different formatted text'),
  )
  // Every form names the place of the word; for a file's text only the file's name.
  const silent = [...form].filter(([, message]) => !events.get(message.id)?.every(({ Found }) => Found))
  expect(silent.map(([name]) => name)).toEqual([])
  const [named] = events.get(form.get('an encoded file name')?.id ?? '') ?? []
  expect(named?.['Found']).toMatch(/^“zanzibar” in the name of a file/)
})

test('unreadable text is marked as not examined', async () => {
  const tnef = file('filename=winmail.dat', Buffer.from('789f3e22010000', 'hex'), 'application/ms-tnef')
  await send([Buffer.concat([Buffer.from('From: tnef@out.example\r\nSubject: tnef\r\n'), tnef])])
  const { items } = (await read('/bff/api/v1/messages?search=messageBody:tnef')).json as { items: Message[] }
  const whole = await read(`/bff/api/v1/messages/${items[0]?.id}`)
  expect(whole.json).toMatchObject({
    attachments: [{ name: 'winmail.dat', reading: { state: 'unsupported' } }],
  })
})
