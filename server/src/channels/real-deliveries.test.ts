/** Deliveries that others published go through the connectors; skipped where the reference data is not beside the repository. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { readTarGz } from '@verbatim/reference/tar.ts'
import { expect, test } from 'vitest'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { imessageAccount } from '#testing/imessage.ts'
import { botAccount, personAccount } from '#testing/telegram.ts'
import { findConnector } from './registry.ts'

const archive = sharedFile('data/webhooks/webhooks_and_exports.tar.gz')
const files = archive ? [...readTarGz(archive)] : []
const filesIn = (folder: string) => files.filter(({ name }) => name.startsWith(`${folder}/`))

/** What a delivery becomes, read twice. */
async function read(
  channel: Channel,
  body: Uint8Array,
  account = { ...imessageAccount, channel },
): Promise<CapturedEvent[]> {
  const connector = findConnector(channel)!
  const delivery = { headers: {}, contentType: 'application/json', receivedAt: new Date(0), body }
  expect(connector.rawKey(delivery)).toBe(connector.rawKey(delivery))
  const events = await connector.parse(delivery, account)
  expect(await connector.parse(delivery, account)).toEqual(events)
  return events
}

/** What has no content that we show says all of its fields. */
function expectShown(event: CapturedEvent, name: string): void {
  if (event.kind !== 'message') return
  const { contentType, body, attachments, structured } = event
  if (contentType === 'unsupported') expect(structured, name).toHaveProperty('fields')
  else expect(body !== null || attachments.length > 0 || structured !== undefined, name).toBe(true)
}

test.skipIf(!archive)('every update of Telegram is an event or a line with the unread content', async () => {
  const updates = filesIn('telegram')
  expect(updates.length).toBeGreaterThan(60)
  const kinds = new Set<string>()
  for (const { name, bytes } of updates)
    for (const account of [botAccount, personAccount]) {
      const events = await read('telegram', bytes, account)
      expect(`${name} ${events.length}`).not.toBe(`${name} 0`)
      for (const event of events) kinds.add(event.kind)
      for (const event of events) expectShown(event, name)
    }
  expect([...kinds].toSorted()).toEqual(['account', 'delete', 'edit', 'membership', 'message', 'reaction'])
})

test.skipIf(!archive)(
  'messages of signal-cli are captured as messages, and its answers as lines',
  async () => {
    const lines = filesIn('signal-cli').flatMap(({ bytes }) =>
      bytes.toString('utf8').split('\n').filter(Boolean),
    )
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) {
      const events = await read('signal', Buffer.from(line))
      expect(events, line).toMatchObject([{ kind: 'message' }])
      const isReceived = line.includes('"method":"receive"')
      expect(events[0], line).toMatchObject({ contentType: isReceived ? 'text' : 'unsupported' })
    }
  },
)

/** No connector speaks to the provider of these; one that gets them anyway must not drop them. */
test.skipIf(!archive)(
  'deliveries of WhatsApp’s own interface, and chat exports, are lines on every channel',
  async () => {
    const others = [...filesIn('whatsapp-cloud'), ...filesIn('exports')]
    expect(others.length).toBeGreaterThan(15)
    for (const { name, bytes } of others)
      for (const channel of [
        'whatsapp',
        'sms',
        'imessage',
        'signal',
        'telegram',
        'whatsappnative',
      ] as const) {
        const events = await read(channel, bytes)
        expect(
          events.map(({ kind }) => kind),
          `${channel} ${name}`,
        ).toContain('message')
      }
  },
)

test.runIf(!archive)(
  'the reference data is not beside the repository, so published deliveries were not read',
  () => {
    expect(files).toEqual([])
  },
)
