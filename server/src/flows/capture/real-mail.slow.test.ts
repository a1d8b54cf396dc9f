import { createHash } from 'node:crypto'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import type { Message } from '@verbatim/contract/messages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readJournalMail } from '#channels/journal/journal-mail.ts'
import { mailIdentity } from '#kernel/mail-address.ts'
import { keyText, storable } from '#platform/bulk.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { inLanes } from '#testing/traffic/lanes.ts'
import { readMails } from '#testing/traffic/mail-archive.ts'
import { asSent, openMailSender, withLineEnds } from '#testing/traffic/mail-sender.ts'
import {
  type Ask,
  openPlayedInstallation,
  type PlayedInstallation,
} from '#testing/traffic/played-installation.ts'
import type { WorldTenant } from '#testing/world.ts'

/** Real mails through the SMTP intake; skipped if the reference data is not next to the repository. */
const archive = sharedFile('data/email/spamassassin_raw_eml.tar.gz')
const torture = sharedFile('data/email/mime_torture.tar.gz')

const connections = 8
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** The sent mails, by the hash of the bytes between DATA and its end. */
const sent = new Map<string, Buffer>()
let mails = 0
let installation: PlayedInstallation
let tenant: WorldTenant
let read: Ask

const rowsIn = <Row>(work: (tx: TenantTx) => Promise<{ rows: Row[] }>) =>
  inTenant(installation.world.ctx.db, tenant.id, async (tx) => (await work(tx)).rows)

describe.skipIf(!archive || !torture)('real mails and difficult ones over SMTP', () => {
  beforeAll(async () => {
    installation = await openPlayedInstallation()
    tenant = await installation.world.makeTenant('mailed')
    read = installation.crowd(tenant)
    await play()
    await installation.ingested(tenant, 120_000)
  }, 300_000)
  afterAll(() => installation?.[Symbol.asyncDispose]())

  test('each is captured exactly once, byte for byte', async () => {
    expect(mails).toBe((isWhole ? 2_348 : 79) + 153 + 6) // six of the difficult ones are in mail folders under other names
    const records = await rowsIn((tx) =>
      sql<{ sha256: string; kept: string }>`
        select encode(sha256, 'hex') as sha256, encode(sha256(bytes), 'hex') as kept from message_record`.execute(
        tx,
      ),
    )
    expect(records.map(({ kept }) => kept).toSorted()).toEqual([...sent.keys()].toSorted())
    expect(records.filter(({ sha256, kept }) => sha256 !== kept)).toEqual([])
    const { items } = (await read('/bff/api/v1/accounts')).json as { items: { channel: string }[] }
    expect(items.find(({ channel }) => channel === 'proofpoint')).toMatchObject({
      accepted: sent.size,
      duplicate: mails - sent.size,
      quarantined: 0,
      refused: 0,
      waiting: 0,
    })
  })

  test('each is a message: mails with the same content and id are one, and all others are separate', async () => {
    const expected = new Set(
      [...sent.values()].map((bytes) => {
        const { mail, report, fallbackId } = readJournalMail(bytes)
        const id = mail.messageId ?? report?.messageId ?? fallbackId
        const date = mail.headers.find(({ name }) => name === 'date')?.value
        const files = mail.parts.map((part) => [part.name, part.type, digest(part.bytes)])
        const { from, sender, subject, text, others, bodySha256 } = mail
        return JSON.stringify([id, from, sender, subject, date, text, others, bodySha256, files])
      }),
    )
    const [messages] = await rowsIn((tx) =>
      sql<{ n: number }>`select count(*)::int as n from message`.execute(tx),
    )
    expect(messages).toEqual({ n: expected.size })
  })

  test('text, author and attachments of each mail are present, with any ID', async () => {
    const kept = await rowsIn((tx) =>
      sql<{ said: string[] }>`select array[author_address, subject, body,
        (select string_agg(encode(sha256, 'hex'), ' ' order by ordinal) from attachment where message_id = message.id)] as said
        from message`.execute(tx),
    )
    const there = new Set(kept.map(({ said }) => JSON.stringify(said)))
    const lost = [...sent.values()].filter((bytes) => {
      const { mail, report } = readJournalMail(bytes)
      const author = mailIdentity(mail.from?.address ?? mail.sender?.address ?? report?.sender ?? '')
      const said = [mail.subject ?? report?.subject, mail.text].map((text) => (text ? storable(text) : null))
      const files = mail.parts.map((part) => digest(part.bytes)).join(' ') || null
      return !there.has(JSON.stringify([keyText(author.value), ...said, files]))
    })
    expect(lost.map((bytes) => bytes.toString('latin1').slice(0, 500))).toEqual([])
  })

  test(
    'conversations can be read through the API without a missing message',
    { tags: ['whole'], timeout: 300_000 },
    async () => {
      const conversations = await rowsIn((tx) =>
        sql<{ id: string; n: number }>`
        select conversation_id as id, count(*)::int as n from message group by 1 order by 1`.execute(tx),
      )
      await inLanes(shareOf(conversations, 2), 4, async ({ id, n }) => {
        const answer = await read(`/bff/conversations/${id}?limit=200`)
        expect(answer.status).toBe(200)
        const conversation = answer.json as Conversation
        expect(conversation.messages).toHaveLength(n)
      })
    },
  )

  test(
    'every distinct word of a sample of mails finds its mail',
    { tags: ['whole'], timeout: 300_000 },
    async () => {
      const sample = await rowsIn((tx) =>
        sql<{ id: string; conversation_id: string; body: string }>`
        select id, conversation_id, body from message where not search_partly and body is not null
        order by message_key limit ${isWhole ? 12 : 5}`.execute(tx),
      )
      const missing: string[] = []
      let words = 0
      await inLanes(sample, 4, async ({ id, conversation_id, body }) => {
        for (const word of new Set(body.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu))) {
          if (word.length > 200) continue
          words += 1
          const query = new URLSearchParams({
            search: `messageBody:${word}`,
            filter: `conversationId[eq]:${conversation_id}`,
            limit: '200',
          })
          const answer = await read(`/bff/api/v1/messages?${query.toString()}`)
          expect(answer.status, word).toBe(200)
          const { items } = answer.json as { items: Message[] }
          if (!items.some((message) => message.id === id)) missing.push(`${word} in ${id}`)
        }
      })
      expect(words).toBeGreaterThan(isWhole ? 600 : 100)
      expect(missing).toEqual([])
    },
  )
})

/** The mails of the archive as a mail server sends them, and the difficult ones exactly as in their files. */
async function play(): Promise<void> {
  const all = [
    ...shareOf([...readMails(archive!)], 30).map(({ bytes }) => withLineEnds(bytes)),
    ...[...readMails(torture!)].map(({ bytes }) => bytes),
  ]
  const senders = await Promise.all(
    Array.from({ length: connections }, () =>
      openMailSender({ host: '127.0.0.1', port: installation.smtpPort }),
    ),
  )
  await inLanes(all, connections, async (bytes, lane) => {
    const wire = asSent(bytes)
    sent.set(digest(wire), wire)
    const { code, text } = await senders[lane]!.send(`journal-${tenant.label}@journal.example`, bytes)
    if (code !== 250) throw new Error(`A mail was answered ${code} ${text}`)
    mails += 1
  })
  for (const sender of senders) await sender[Symbol.asyncDispose]()
}
