/** What people do, sealed as their apps seal it, opened and reported by the library, and read from what was kept of that. */
import { type BinaryNode, type proto, WA_CERT_DETAILS } from 'baileys'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FakeWhatsAppContact } from '#testing/fakes/whatsapp-contact.ts'
import { lidOf } from '#testing/fakes/whatsapp-device.ts'
import { parseKept } from '#testing/whatsapp-native.ts'
import { at, number, openLinked, realRoot, soon } from '#testing/whatsapp-session.ts'

const client = '15552223333'
const added = '15554445555'
const room = '120363043211234567@g.us'
const jidOf = (of: string) => `${of}@s.whatsapp.net`

let opened: Awaited<ReturnType<typeof openLinked>>
let ended: Promise<unknown>
let person: FakeWhatsAppContact
let phone: FakeWhatsAppContact
beforeAll(async () => {
  opened = await openLinked(2)
  person = new FakeWhatsAppContact(client, 0)
  phone = new FakeWhatsAppContact(number, 1)
  ended = opened.collect()
  await vi.waitUntil(() => opened.server.connected.has(number), soon)
})
afterAll(async () => {
  opened.session.stop()
  await ended
  for (const one of [person, phone]) one.close()
  await opened.server[Symbol.asyncDispose]()
  WA_CERT_DETAILS.PUBLIC_KEY = realRoot
})

const from = { from: lidOf(client), t: String(at) }
const says = (message: proto.IMessage, id?: string) =>
  person.send(opened.known, message, { at, ...(id && { id }) })
const saysInRoom = (message: proto.IMessage, id: string) =>
  person.sendToGroup(opened.known, room, message, { at, id })
const key = { id: 'T1', fromMe: true, remoteJid: jidOf(number) }
const edit = (text: string): proto.IMessage => ({
  protocolMessage: { type: 14, key, editedMessage: { conversation: text }, timestampMs: at * 1_000 },
})

/** Written on the phone, which tells its devices. */
async function writesItself(text: string, id: string): Promise<BinaryNode> {
  const deviceSentMessage = { destinationJid: jidOf(client), message: { conversation: text } }
  const node = await phone.send(opened.known, { deviceSentMessage }, { at, id })
  const to = { recipient: lidOf(client), recipient_pn: jidOf(client) }
  return { ...node, attrs: { ...node.attrs, from: lidOf(number), ...to } }
}

const byClient = { participant: lidOf(client), participant_pn: jidOf(client) }
const notice = (id: string, tag: string, content: BinaryNode['content'], attrs = {}): BinaryNode => ({
  tag: 'notification',
  attrs: { id, type: 'w:gp2', from: room, t: String(at), ...byClient },
  content: [{ tag, attrs, ...(content && { content }) }],
})
const member: BinaryNode = { tag: 'participant', attrs: { jid: lidOf(added), phone_number: jidOf(added) } }
const call = (id: string, kind: string): BinaryNode => {
  const attrs = { 'call-id': id, 'call-creator': lidOf(client) }
  const offer = { tag: 'offer', attrs, content: [{ tag: kind, attrs: {} }] }
  return { tag: 'call', attrs: { id, ...from }, content: [offer] }
}
const receipt = (type?: string): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'M1', ...from, ...(type && { type }) },
})
const sealed = (id: string, part: BinaryNode): BinaryNode => ({
  tag: 'message',
  attrs: { id, ...from, sender_pn: jidOf(client), type: 'text' },
  content: [part],
})

const theirs = { author: { value: `+${client}` }, direction: 'inbound' }
const target = expect.stringMatching(/:T1$/)
const both = { conversationKey: `p:${client}`, conversationAliases: [`l:${lidOf(client).split('@')[0]}`] }

const acts: readonly [string, () => BinaryNode | Promise<BinaryNode>, readonly object[]][] = [
  [
    'a text',
    () => says({ conversation: 'Offer 5 %' }, 'T1'),
    [{ kind: 'message', ...theirs, ...both, body: 'Offer 5 %' }],
  ],
  ['an edit', () => says(edit('Offer 6 %')), [{ kind: 'edit', targetKey: target }]],
  [
    'an edit in its own envelope',
    () => says({ editedMessage: { message: edit('Offer 7 %') } }),
    [{ kind: 'edit', targetKey: target }],
  ],
  ['a deletion', () => says({ protocolMessage: { type: 0, key } }), [{ kind: 'delete', targetKey: target }]],
  [
    'a text of the owner, from the phone',
    () => writesItself('Our offer is open', 'M1'),
    [
      { kind: 'message', direction: 'outbound', ...both, body: 'Our offer is open' },
      { kind: 'status', eventKey: expect.stringMatching(/\|sent$/) },
    ],
  ],
  ['its arrival', () => receipt(), [{ kind: 'status', eventKey: expect.stringMatching(/\|delivered$/) }]],
  ['its reading', () => receipt('read'), [{ kind: 'status', eventKey: expect.stringMatching(/\|read$/) }]],
  [
    'a reaction',
    () =>
      says({
        reactionMessage: {
          key: { id: 'M1', fromMe: false, remoteJid: lidOf(number) },
          text: '👍',
          senderTimestampMs: at * 1_000,
        },
      }),
    [{ kind: 'reaction', targetKey: expect.stringMatching(/:self:M1$/) }],
  ],
  [
    'a text that disappears',
    () =>
      says({
        ephemeralMessage: {
          message: { extendedTextMessage: { text: 'Gone in a day', contextInfo: { expiration: 86_400 } } },
        },
      }),
    [{ kind: 'message', body: 'Gone in a day', flags: ['disappearing'] }],
  ],
  [
    'a picture to be seen once, which no linked device gets',
    () => sealed('V1', { tag: 'unavailable', attrs: { type: 'view_once' } }),
    [{ kind: 'message', flags: ['viewOnce'] }],
  ],
  ['a call', () => call('CALL1', 'audio'), [{ kind: 'message', structured: { call: 'voice' } }]],
  ['a video call', () => call('CALL2', 'video'), [{ kind: 'message', structured: { call: 'video' } }]],
  [
    'a text in a group',
    () => saysInRoom({ conversation: 'Hi all' }, 'G1'),
    [{ kind: 'message', ...theirs, conversationKey: `g:${room}`, body: 'Hi all' }],
  ],
  [
    'a further one, without keys',
    () => saysInRoom({ conversation: 'And you?' }, 'G2'),
    [{ kind: 'message', ...theirs, conversationKey: `g:${room}`, body: 'And you?' }],
  ],
  [
    'a new name of the group',
    () => notice('N1', 'subject', undefined, { subject: 'Closing room' }),
    [{ kind: 'message', contentType: 'system', conversationKey: `g:${room}` }],
  ],
  [
    'a new member',
    () => notice('N2', 'add', [member]),
    [{ kind: 'membership', action: 'joined', who: { value: `+${added}` }, actor: { value: `+${client}` } }],
  ],
  [
    'a member who is removed',
    () => notice('N3', 'remove', [member]),
    [{ kind: 'membership', action: 'left', who: { value: `+${added}` }, actor: { value: `+${client}` } }],
  ],
]

test.each(acts)('%s is captured', async (_, act, expected) => {
  const { server, session } = opened
  const before = session.kept.length
  server.send(number, await act())
  await vi.waitUntil(() => server.unconfirmed(number) === 0, soon)
  const events = parseKept(session.kept.slice(before))
  // The library says some of it twice, under the same keys.
  const keyOf = (one: (typeof events)[number]) => JSON.stringify('eventKey' in one ? one.eventKey : one)
  expect([...new Map(events.map((one) => [keyOf(one), one])).values()]).toMatchObject(expected)
})

test('a message that cannot be opened is a line, and is asked for again', async () => {
  const { server, session } = opened
  const before = session.kept.length
  const part = { tag: 'enc', attrs: { v: '2', type: 'msg' }, content: Buffer.alloc(40, 3) }
  server.send(number, sealed('U1', part))
  await vi.waitUntil(() => session.kept.length > before, soon)
  await vi.waitUntil(() => server.refused.includes('U1'), soon)
  expect(parseKept(session.kept.slice(before))).toMatchObject([
    { kind: 'message', messageKey: expect.stringMatching(/:U1$/), body: null },
  ])
})
