import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { signal } from './connector.ts'

const ann = { sourceNumber: '+351912000111', sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444' }
const at = 1_778_745_600_000

const edited = (fields: object) => {
  const dataMessage = { timestamp: at + 1, message: 'Ask \u{FFFC}', ...fields }
  const envelope = { ...ann, timestamp: at + 1, editMessage: { targetSentTimestamp: at, dataMessage } }
  return signal.parse(
    {
      body: Buffer.from(JSON.stringify({ envelope })),
      headers: {},
      contentType: 'application/json',
      receivedAt: new Date(at),
    },
    {
      id: 'acc1' as AccountId,
      tenantId: 't' as TenantId,
      channel: 'signal',
      address: { kind: 'phone', value: '+4915112345678' },
      ourDomains: [],
      settings: {},
      secrets: {},
    },
  ) as CapturedEvent[]
}

test('an edit says whom its text mentions, which is only a sign in it', () => {
  const mentions = [{ name: 'Carl', uuid: '7a7a7a7a-1111-4222-8333-444444444444', start: 4, length: 1 }]
  expect(edited({ mentions })).toMatchObject([{ kind: 'edit', structured: { mentions } }])
})

test('an edit that is only a text says nothing of other content', () => {
  expect(edited({})[0]).not.toHaveProperty('structured')
  expect(edited({ mentions: [] })[0]).not.toHaveProperty('structured')
  expect(edited({ mentions: 'many' })[0]).toMatchObject({
    body: 'Ask \u{FFFC}',
    structured: { mentions: 'many' },
  })
})

test('the picture of a preview in an edit is its file, and an edit whose preview has none says nothing of files', () => {
  const preview = { url: 'https://acme.test', title: 'Acme' }
  const image = { contentType: 'image/jpeg', id: 'p.jpg' }
  expect(edited({ previews: [{ ...preview, image }] })).toMatchObject([
    { attachments: [{ ordinal: 0, url: expect.stringContaining('id=p.jpg') }] },
  ])
  expect(edited({ previews: [preview] })[0]).not.toHaveProperty('attachments')
})
