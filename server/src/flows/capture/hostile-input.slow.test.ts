import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { EventComment } from '@verbatim/contract/event-comments.ts'
import type { Message } from '@verbatim/contract/messages.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { readTarGz } from '@verbatim/reference/tar.ts'
import { inLanes } from '#testing/traffic/lanes.ts'
import { openMailSender } from '#testing/traffic/mail-sender.ts'
import {
  type Ask,
  openPlayedInstallation,
  type PlayedInstallation,
} from '#testing/traffic/played-installation.ts'
import { messageFields, phoneOf, sidOf, signedForm } from '#testing/traffic/twilio-traffic.ts'
import { openWebhookSender } from '#testing/traffic/webhook-sender.ts'
import type { WorldTenant } from '#testing/world.ts'

/** Strings and files that are made to do harm; skipped if the reference data is not next to the repository. */
const stringsFile = sharedFile('data/strings/hostile_strings.jsonl.gz')
const uploadsFile = sharedFile('data/files/hostile_uploads.tar.gz')

let installation: PlayedInstallation
let tenant: WorldTenant
let call: Ask
let strings: string[]
let eventId: string

beforeAll(async () => {
  if (!stringsFile) return
  const lines = gunzipSync(readFileSync(stringsFile)).toString('utf8').split('\n')
  const all = lines.flatMap((line) => (line ? [JSON.parse(line) as { kind: string; text: string }] : []))
  // Some of each kind.
  const kinds = Map.groupBy(all, ({ kind }) => kind).values()
  strings = [...kinds].flatMap((ofKind) => shareOf(ofKind, 30)).map(({ text }) => text)
  expect(strings).toHaveLength(isWhole ? 752 : 28)
  installation = await openPlayedInstallation()
  tenant = await installation.world.makeTenant('hostile')
  call = installation.crowd(tenant)
}, 300_000)
afterAll(() => installation?.[Symbol.asyncDispose]())

/** The part of a captured text that the database can store. Source: docs/real-input.md. */
const kept = (text: string) => text.toWellFormed().replaceAll('\0', '\u2400')
const unseen = /^[\s\u200B-\u200F\u2028\u2029\u2060\u2800\u3164\uFEFF]*$/u
const isAllowed = (text: string) => !text.includes('\0') && text.isWellFormed()

describe.skipIf(!stringsFile || !uploadsFile)('hostile strings come back as they went in', () => {
  test('as the bodies of messages, over HTTP', async () => {
    const endpoint = installation.endpoint(tenant, 'sms')
    await using sender = openWebhookSender(installation.origin, { connections: 8 })
    await inLanes(strings.entries(), 8, async ([index, text]) => {
      const sid = sidOf('SM', `hostile/${index}`)
      const fields = messageFields(endpoint, { sid, peer: phoneOf('hostile'), text })
      expect(await sender.send(signedForm(endpoint, fields))).toEqual({ status: 200, duplicate: false })
    })
    await installation.ingested(tenant, 30_000)
    const found = new Map<string, string | null>()
    const rows = await inTenant(installation.world.ctx.db, tenant.id, (tx) =>
      sql<{
        id: string
        message_key: string
      }>`select id, message_key from message where channel = 'sms'`.execute(tx),
    )
    const keyOf = new Map(rows.rows.map(({ id, message_key }) => [id, message_key]))
    for (let skip = 0; found.size < strings.length; skip += 200) {
      const { items } = (await call(`/bff/api/v1/messages?limit=200&skip=${skip}`)).json as {
        items: Message[]
      }
      for (const message of items) {
        const isWhole = message.bodyLength === (message.body ?? '').length
        const whole = isWhole ? message : (await call(`/bff/api/v1/messages/${message.id}`)).json
        found.set(keyOf.get(message.id)!, whole.body as string | null)
      }
      if (items.length === 0) break
    }
    const differing = strings.filter(
      (text, index) => (found.get(sidOf('SM', `hostile/${index}`)) ?? '') !== kept(text),
    )
    expect(differing).toEqual([])
  }, 300_000)

  test('as the subject, the text and the file names of mails', async () => {
    const to = `journal-${tenant.label}@journal.example`
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const sendable = strings.filter((text) => !/[\r\n\0]/.test(text) && text.trim() === text && text !== '')
    // Several connections, because deliveries that arrive together are stored together.
    const at = { host: '127.0.0.1', port: installation.smtpPort }
    const send = async (sender: Awaited<ReturnType<typeof openMailSender>>, index: number) => {
      const text = sendable[index]!
      const mail = [
        `From: <ann@client.example>\r\nTo: <rep@hostile.example>\r\nMessage-ID: <${index}@hostile.example>`,
        `Subject: =?utf-8?B?${encoded(text)}?=\r\nMIME-Version: 1.0`,
        'Content-Type: multipart/mixed; boundary="=_mixed"\r\n',
        '--=_mixed\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n',
        encoded(text),
        '--=_mixed\r\nContent-Type: application/octet-stream',
        `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(`x ${text}`)}\r\n`,
        'bytes\r\n--=_mixed--\r\n',
      ].join('\r\n')
      const { code, text: said } = await sender.send(to, Buffer.from(mail))
      expect([code, said]).toEqual([250, said])
    }
    const lanes = 8
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        await using sender = await openMailSender(at)
        for (let index = lane; index < sendable.length; index += lanes) await send(sender, index)
      }),
    )
    await installation.ingested(tenant, 30_000)
    const { rows } = await inTenant(installation.world.ctx.db, tenant.id, (tx) =>
      sql<{ subject: string; body: string; name: string; at: number }>`
        select subject, body, attachment.name, substring(message_key from '<(\\d+)@')::int as at
        from message join attachment on attachment.message_id = message.id where channel = 'proofpoint'`.execute(
        tx,
      ),
    )
    expect(rows).toHaveLength(sendable.length)
    const differing = rows.filter(
      ({ subject, body, name, at }) =>
        body !== kept(sendable[at]!) ||
        subject !== kept(sendable[at]!) ||
        name !== kept(`x ${sendable[at]!}`),
    )
    expect(differing.map(({ at, ...row }) => ({ sent: sendable[at], ...row }))).toEqual([])
  }, 300_000)

  test('as search words and filters: they get an answer or a refusal that names them, never an error', async () => {
    const lists = [
      ['messages', 'messageBody', 'subject'],
      ['cognitive-events', 'policyName', 'policyName'],
      ['topics', 'name', 'name'],
    ] as const
    await inLanes(strings.entries(), 4, async ([index, text]) => {
      // All lists share one dialect, so the longest list gets all questions and the others a sample.
      const isSampled = index % 5 === 0
      for (const [list, searched, filtered] of isSampled ? lists : lists.slice(0, 1)) {
        const asked = [
          { search: list === 'messages' ? `${searched}:${text}` : text },
          { filter: `${filtered}[contains]:${text}` },
          ...(list === 'messages' && isSampled ? [{ sort: text }, { filter: text }] : []),
        ]
        for (const query of asked) {
          const { status } = await call(`/bff/api/v1/${list}?${new URLSearchParams(query).toString()}`)
          expect([200, 400], JSON.stringify([list, query, status])).toContain(status)
        }
      }
    })
  }, 300_000)

  test('as the names of policies and of rules, and as phrases', async () => {
    const taken = new Set<string>()
    await inLanes(strings.entries(), 1, async ([index, text]) => {
      const pattern = text
      const isTaken = taken.has(nameKey(text))
      taken.add(nameKey(text))
      const made = await call('/bff/api/v1/topic', {
        name: text,
        enabled: false,
        rules: [{ type: 'phrase', name: text, pattern }],
      })
      const refused = [
        !isAllowed(text) || unseen.test(text) || text.length > 200 ? 400 : undefined,
        isTaken ? 409 : undefined,
      ].find(Boolean)
      if (refused) {
        expect([made.status, made.json.message], text).toEqual([refused, expect.stringMatching(/\S/)])
        return
      }
      expect([made.status, index, text]).toEqual([200, index, text])
      const read = (await call(`/bff/api/v1/topics/${made.json.id}`)).json
      expect([read.name, read.rules[0].name, read.rules[0].pattern]).toEqual([
        text.trim(),
        text.trim(),
        pattern,
      ])
    })
  }, 300_000)

  test('as comments', async () => {
    eventId = await makeEvent()
    const written: string[] = []
    await inLanes(strings, 1, async (text) => {
      const { status, json } = await call('/bff/events/comments', { eventId, comment: text })
      if (!isAllowed(text) || unseen.test(text) || text.length > 10_000) {
        expect([status, text, json.message]).toEqual([400, text, expect.stringMatching(/\S/)])
      } else {
        expect([status, json.body]).toEqual([200, text.trim()])
        written.push(text.trim())
      }
    })
    expect((await readComments()).map(({ body }) => body)).toEqual(written)
  }, 300_000)

  test('as the names of files, on the way in and on the way out', async () => {
    const person = await installation.person(tenant)
    const names: string[] = []
    const ids: string[] = []
    for (const text of strings.filter((_, index) => index % 2 === 0)) {
      const name = `${text}.txt`
      const url = `/bff/events/${eventId}/files?${new URLSearchParams({ name }).toString()}`
      const { status, json } = await person(url, Buffer.from('evidence'))
      if (!isAllowed(kept(name)) || name.includes('\0') || name.length > 255) {
        expect([status, name]).toEqual([400, name])
        continue
      }
      expect([status, json.name]).toEqual([200, name.toWellFormed().trim()])
      names.push(json.name as string)
      ids.push(json.id as string)
    }
    for (let at = 0; at < ids.length; at += 10)
      await person('/bff/events/comments', {
        eventId,
        comment: `files ${at}`,
        fileIds: ids.slice(at, at + 10),
      })
    const withFiles = (await readComments()).filter(({ files }) => files.length > 0)
    expect(withFiles.flatMap(({ files }) => files.map(({ name }) => name)).toSorted()).toEqual(
      names.toSorted(),
    )
    for (const comment of withFiles.slice(0, 30)) {
      const [file] = comment.files
      const answer = await call(`/bff/events/comments/${comment.id}/files/${file!.id}`)
      expect(answer.status).toBe(200)
      const disposition = String(answer.headers['content-disposition'])
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''\S+$/)
      expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(file!.name)
    }
  }, 300_000)

  test('hostile files are refused as comment attachments with the text of the limits, or stored byte for byte', async () => {
    const person = await installation.person(tenant)
    let files = 0
    for (const { name, bytes } of readTarGz(uploadsFile!)) {
      files += 1
      const url = `/bff/events/${eventId}/files?${new URLSearchParams({ name: name.split('/').at(-1)! }).toString()}`
      const { status, json } = await person(url, bytes)
      if (status !== 200) {
        expect([name, json.code]).toEqual([name, expect.stringMatching(/^event\.file-/)])
        continue
      }
      const comment = await person('/bff/events/comments', { eventId, comment: name, fileIds: [json.id] })
      const answer = await person(`/bff/events/comments/${comment.json.id}/files/${json.id}`)
      expect([name, answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
        name,
        'application/octet-stream',
        'nosniff',
      ])
      expect([name, answer.text]).toEqual([name, Buffer.from(bytes).toString()])
    }
    expect(files).toBeGreaterThan(15)
  })

  async function makeEvent(): Promise<string> {
    const made = await call('/bff/api/v1/topic', {
      name: 'A policy that is broken',
      rules: [{ type: 'phrase', pattern: 'off the record' }],
    })
    expect(made.status).toBe(200)
    await installation.world.deliver(tenant, { from: '+15550107777', body: 'Keep this off the record' })
    await installation.ingested(tenant, 10_000)
    const { items } = (await call('/bff/api/v1/cognitive-events')).json as { items: { id: string }[] }
    expect(items).toHaveLength(1)
    return items[0]!.id
  }

  async function readComments(): Promise<EventComment[]> {
    const comments: EventComment[] = []
    for (;;) {
      const answer = await call(`/bff/events/comments/${eventId}?limit=200&skip=${comments.length}`)
      expect(answer.status).toBe(200)
      const { items } = answer.json as { items: EventComment[] }
      if (items.length === 0) return comments
      comments.push(...items)
    }
  }
})
