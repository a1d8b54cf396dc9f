import { gzipSync } from 'node:zlib'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import type { Message } from '@verbatim/contract/messages.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { zipFile } from '@verbatim/documents/zip/zip.ts'
import { openMailSender } from '#testing/traffic/mail-sender.ts'
import {
  type Ask,
  openPlayedInstallation,
  type PlayedInstallation,
} from '#testing/traffic/played-installation.ts'
import type { WorldTenant } from '#testing/world.ts'

/** One forbidden word in every form in which a reader would see it, through the real SMTP intake. */
const word = 'zanzibar'

async function zipped(name: string, bytes: Uint8Array): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipFile([{ name, content: [bytes] }])) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const base64 = (bytes: Uint8Array | string) =>
  Buffer.from(bytes).toString('base64').replace(/.{60}/g, '$&\r\n')
const utf7 = (text: string) =>
  `+${Buffer.from(text, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`
const wide = (text: string) => Buffer.from(text, 'utf16le')
/** One part with these headers and bytes. */
const only = (head: string, body: string | Uint8Array) =>
  Buffer.concat([
    Buffer.from(`${head}\r\n\r\n`),
    typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
  ])
const plain = (body: string | Uint8Array, charset = 'utf-8') =>
  only(`Content-Type: text/plain; charset=${charset}`, body)
/** One line of up to 45 bytes. Source: POSIX, uuencode. */
function uuencoded(name: string, line: string): string {
  const sign = (value: number) => String.fromCharCode(value === 0 ? 0x60 : value + 0x20)
  const letters = Buffer.from(line.padEnd(Math.ceil(line.length / 3) * 3, '\0'))
    .toString('base64')
    .split('')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const coded = letters.map((letter) => sign(alphabet.indexOf(letter))).join('')
  return `begin 644 ${name}\r\n${sign(line.length)}${coded}\r\n\`\r\nend\r\n`
}
const html = (body: string) => only('Content-Type: text/html; charset=utf-8', body)
const parts = (
  kind: string,
  all: readonly (string | Uint8Array)[],
  { before = '', after = '\r\n--b--\r\n' } = {},
) =>
  Buffer.concat([
    Buffer.from(`Content-Type: multipart/${kind}; boundary=b\r\n\r\n${before}`),
    ...all.flatMap((part) => [Buffer.from('\r\n--b\r\n'), Buffer.from(part)]),
    Buffer.from(after),
  ])
const hello = plain('Hello, as agreed.')
const file = (name: string, bytes: Uint8Array, type = 'application/octet-stream') =>
  parts('mixed', [
    hello,
    `Content-Type: ${type}\r\nContent-Disposition: attachment; ${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}`,
  ])
const eml = `From: eve@out.example\r\nSubject: inner\r\n\r\nSell ${word} now\r\n`

/** Everything after `From` and `To`. `Subject` is the form, unless the form has one itself. */
const forms: Readonly<Record<string, (() => Promise<Buffer>) | Buffer>> = {
  'plain text': plain(`Sell ${word} now`),
  'quoted-printable': only(
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable',
    'Sell zan=7A=69=\r\nbar now',
  ),
  base64: only('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64', base64(`Sell ${word} now`)),
  'base64 with junk': only(
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64',
    base64(`Sell ${word} now`).replace(/.{4}/g, '$&!\r\n *'),
  ),
  'text that is called base64': only(
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64',
    `Sell, please: ${word}. (Now!)`,
  ),
  'UTF-7': plain(`Sell ${utf7(word)} now`, 'utf-7'),
  'UTF-7 in a word': plain(`Sell zan${utf7('zi')}bar now`, 'unicode-1-1-utf-7'),
  'text that is called UTF-7': plain(`Sell +${word} now`, 'utf-7'),
  'UTF-16 with a mark': only(
    'Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64',
    base64(wide(`\ufeffSell ${word} now`)),
  ),
  'UTF-16 without a mark': only(
    'Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64',
    base64(wide(`Sell ${word} now`)),
  ),
  'UTF-16, big end first': only(
    'Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64',
    base64(wide(`Sell ${word} now`).swap16()),
  ),
  'ASCII that is called UTF-16': plain(`Sell ${word} now`, 'utf-16'),
  'UTF-32': only(
    'Content-Type: text/plain; charset=utf-32le\r\nContent-Transfer-Encoding: base64',
    base64(Buffer.from(word.split('').flatMap((one) => [one.charCodeAt(0), 0, 0, 0]))),
  ),
  'Windows text that is called UTF-8': plain(`Sell caf\xe9 \x93${word}\x94 now`),
  'an unknown charset': plain(`Sell \x93${word}\x94 now`, 'x-nobody-knows'),
  'Japanese that is not': plain(`\xff Sell \x93${word}\x94 now`, 'shift_jis'),
  'HTML entities': html('Sell z&#97;nz&#x0000000069;b&#97;r now'),
  'HTML with tags and comments in the word': html('Sell z<b>anz</b><!-- - -->i<a title=">">b</a>ar now'),
  'HTML with invisible entities': html('Sell zan&NoBreak;zi&#8203;bar now'),
  'HTML with hidden letters in the word': html('Sell zan<span style="display:none">xyz</span>zibar now'),
  'hidden HTML': html(`<div style="display:none;max-height:0">Sell ${word}</div><p>Hello, as agreed.</p>`),
  'alternative text': html(`<p>Hello</p><img src="cid:x" alt="Sell ${word} now">`),
  'a title': html(`<p title="Sell ${word} now">Hello</p>`),
  'an unclosed comment': html(`<p>Hello</p><!-- <p>Sell ${word} now</p>`),
  'a comment that is none': html(`<p>Hello</p><!--> Sell ${word} now <!-- -->`),
  'an unclosed quotation': html(`<p>Hello</p><a title="x>Sell ${word} now`),
  'a style sheet that ends oddly': html(`<style></style x>Sell ${word} now<style></style>`),
  'a page head': html(`<head>Sell ${word} now</head>`),
  'a conditional comment': html(`<p>Hello</p><!--[if mso]><p>Sell ${word} now</p><![endif]-->`),
  'a text of a style sheet': html(`<style>p::before{content:"Sell ${word} now"}</style><p>Hello</p>`),
  'the plain alternative': parts('alternative', [
    plain(`Sell ${word} to all of your friends, and do so now`),
    html('<p>Hello, as agreed, see you at the usual place</p>'),
  ]),
  'the formatted alternative': parts('alternative', [
    plain('Hello, as agreed, see you at the usual place'),
    html(`<p>Sell ${word} now, tell all friends</p>`),
  ]),
  'a further alternative': parts('alternative', [
    hello,
    html('<p>Hello, as agreed.</p>'),
    `Content-Type: text/x-amp-html\r\n\r\n<html><body>Sell z<b>anzibar</b></body></html>`,
  ]),
  'before the first part': parts('mixed', [hello], { before: `Sell ${word} now\r\n` }),
  'behind the last part': parts('mixed', [hello], { after: `\r\n--b--\r\nSell ${word} now\r\n` }),
  'parts behind the last part': parts('mixed', [hello], {
    after: `\r\n--b--\r\n--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(`Sell ${word}`)}\r\n`,
  }),
  'no last boundary': parts('mixed', [hello, plain(`Sell ${word} now`)], { after: '' }),
  'a boundary that is not told': only(
    'Content-Type: multipart/mixed; boundary=other',
    `--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(`Sell ${word}`)}\r\n--b--\r\n`,
  ),
  'a mail within': parts('mixed', [hello, `Content-Type: message/rfc822\r\n\r\n${eml}`]),
  'a mail within, in base64': parts('mixed', [
    hello,
    `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(eml)}`,
  ]),
  'a related part': parts('related', [html('<p>Hello</p>'), plain(`Sell ${word} now`)]),
  'a calendar': parts('mixed', [
    hello,
    `Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nSUMMARY:Sell zan\r\n zibar now\r\nEND:VCALENDAR`,
  ]),
  'enriched text': only('Content-Type: text/enriched', 'Sell zan<bold>zib</bold>ar now'),
  'an unknown text': only('Content-Type: text/x-nobody-knows', `Sell ${word} now`),
  'format=flowed': only('Content-Type: text/plain; format=flowed; delsp=yes', 'Sell zan \r\nzibar now'),
  'a head that ends with blanks': Buffer.from(`X-Last: 1\r\n \t \r\nSell ${word} now\r\n`),
  'a head without an end': Buffer.from(`Sell ${word} now\r\nand then more`),
  'a part without a head': parts('mixed', [`Sell ${word} now`]),
  'a second subject': only('Subject: again\r\nSubject: Sell zanzibar now', 'Hello'),
  'an encoded subject': only(
    `Subject: =?utf-8?Q?Sell_zan?=\r\n =?utf-8?B?${Buffer.from('zibar').toString('base64')}?=`,
    'Hello',
  ),
  'a subject in UTF-7': only(`Subject: =?utf-7?Q?Sell_${utf7(word).replaceAll('=', '=3D')}?=`, 'Hello'),
  'a subject whose charset is wrong': only(`Subject: =?utf-8?Q?Sell_caf=E9_${word}?=`, 'Hello'),
  'a subject of an unknown charset': only(`Subject: =?x-nobody?B?${base64(`Sell ${word}`)}?=`, 'Hello'),
  'a file name in pieces': file(
    `filename*0*=utf-8''Sell%20zan; filename*1*=%7Aibar.bin`,
    Buffer.from([0, 1]),
  ),
  'an encoded file name': file(
    `filename="=?utf-8?B?${Buffer.from(`Sell ${word}.bin`).toString('base64')}?="`,
    Buffer.from([0, 1]),
  ),
  'a text file': file('filename=a.txt', Buffer.from(`Sell ${word} now`)),
  'a text file in UTF-16': file('filename=a.txt', wide(`\ufeffSell ${word} now`)),
  'a zipped text': async () => file('filename=a.zip', await zipped('a.txt', Buffer.from(`Sell ${word} now`))),
  'a zipped mail': async () => file('filename=a.zip', await zipped('a.eml', Buffer.from(eml))),
  'a zip within a zip': async () =>
    file('filename=a.zip', await zipped('b.zip', await zipped('a.txt', Buffer.from(word)))),
  'a file in the text': plain(`Hello\r\n\r\n${uuencoded('a.txt', `Sell ${word} now`)}\r\nBye`),
  'a file in the text, in base64': plain(
    `Hello\r\nbegin-base64 644 a.txt\r\n${base64(`Sell ${word} now`)}\r\n====\r\n`,
  ),
  'a uuencoded text': only(
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: x-uuencode',
    uuencoded('a.txt', `Sell ${word} now`),
  ),
  'a gzipped text': file('filename=a.gz', gzipSync(`Sell ${word} now`)),
  'a file of a mail within': parts('mixed', [
    hello,
    Buffer.concat([
      Buffer.from(
        'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\nFrom: a@b.example\r\nSubject: x\r\n',
      ),
      file('filename=a.gz', gzipSync(word)),
    ]),
  ]),
}

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
