import { expect, test } from 'vitest'
import { imessageAccount as account, parseEvent as parse } from '#testing/imessage.ts'

const step = (fields: object) => ({
  type: 'ft-call-status-changed',
  data: {
    uuid: 'C0FFEE',
    status: 'incoming',
    status_id: 4,
    address: '+351912000111',
    is_outgoing: false,
    is_audio: true,
    is_video: false,
    ...fields,
  },
})
const ring = (data: unknown) => ({ type: 'incoming-facetime', data })

test('a call that rings is a line of the conversation with the caller', () => {
  const caller = { kind: 'phone', value: '+351912000111' }
  expect(parse(step({}))).toEqual([
    {
      kind: 'message',
      channel: 'imessage',
      messageKey: `${account.id}:call:C0FFEE:incoming`,
      conversationKey: 'd:+351912000111',
      conversationType: 'direct',
      direction: 'inbound',
      author: caller,
      participants: [
        { identity: caller, role: 'author' },
        { identity: { kind: 'self', value: 'self' }, role: 'recipient' },
      ],
      body: null,
      format: 'plain',
      contentType: 'system',
      structured: { call: 'incoming', callType: 'audio' },
      attachments: [],
    },
  ])
})

test('its end is another line, and of a call that the owner made they are the author', () => {
  expect(parse(step({ status: 'disconnected', is_outgoing: true, is_video: true }))).toMatchObject([
    {
      messageKey: `${account.id}:call:C0FFEE:disconnected`,
      direction: 'outbound',
      author: { kind: 'self', value: 'self' },
      structured: { call: 'disconnected', callType: 'video' },
    },
  ])
})

test('an agent that does not handle calls says who calls and when, as JSON within its JSON', () => {
  const at = Date.UTC(2026, 4, 14, 9)
  expect(parse(ring(JSON.stringify({ caller: 'carol@client.example', timestamp: at })))).toMatchObject([
    {
      messageKey: `${account.id}:call:carol@client.example:${at}`,
      conversationKey: 'd:carol@client.example',
      author: { kind: 'email', value: 'carol@client.example' },
      sentAt: new Date(at),
      structured: { call: 'incoming' },
    },
  ])
})

test.each([
  ['a call without an address', step({ address: '' })],
  ['a call without an id', step({ uuid: '' })],
  ['a ring that is no JSON', ring('no JSON')],
  ['a ring without a time', ring(JSON.stringify({ caller: '+351912000111' }))],
])('%s is kept and shown as what could not be read', (_, event) => {
  expect(parse(event)).toMatchObject([{ kind: 'message', contentType: 'unsupported' }])
})
