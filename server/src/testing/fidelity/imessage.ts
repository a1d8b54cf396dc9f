import { listedType } from '#channels/imessage/events.ts'
import {
  agentMessage,
  directChat,
  type FakeAgentMessage,
  groupChat,
  inFullForm,
  reduced,
  withoutChats,
} from '#testing/fakes/bluebubbles-messages.ts'
import { type Cell, type ChannelCells, type Exposed, type Given, json } from './cells.ts'

const bob = '+351912000111'
const carol = '+351912000333'
const room = groupChat('chat777', 'Deal room', [bob, carol])

let count = 0
const sent = (said: FakeAgentMessage) => agentMessage((count += 1), { from: bob, ...said })
/** Webhooks have the reduced form. */
const delivery = (message: Readonly<Record<string, unknown>>, type = 'new-message') =>
  json({ type, data: reduced(message) })
/** A message as the agent posts it, and then lists it in full. */
const deliveredAndListed = (message: Readonly<Record<string, unknown>>) => [
  delivery(message),
  json({ type: listedType, data: inFullForm(message) }),
]
const one = (said: FakeAgentMessage, ...says: string[]): Exposed => ({
  deliveries: deliveredAndListed(sent(said)),
  says,
})
const attachment = (fields: object = {}) => ({ guid: `at_${(count += 1)}`, totalBytes: 4, ...fields })
const file = (fields: object, said: FakeAgentMessage = {}, ...says: string[]): Exposed => ({
  ...one({ text: '\uFFFC', attachments: [attachment(fields)], ...said }, ...says),
  files: 1,
})

function changed(
  changes: NonNullable<Exposed['changes']>,
  says: readonly string[],
  make: (message: Record<string, unknown>) => readonly Given[],
): Exposed {
  const message = sent({ text: 'Offer 5 %' })
  return { deliveries: [delivery(message), ...make(message)], says, changes }
}
/** Webhooks of changes do not name the chat. */
const updated = (message: Record<string, unknown>, fields: object) =>
  delivery(
    withoutChats({ ...message, dateEdited: Date.UTC(2026, 4, 14, 9, 0, (count += 1)), ...fields }),
    'updated-message',
  )
const tapback = (message: Record<string, unknown>, associatedMessageType: string) =>
  delivery(
    sent({
      text: 'Liked “Offer 5 %”',
      from: carol,
      fields: { associatedMessageGuid: `p:0/${String(message['guid'])}`, associatedMessageType },
    }),
  )

function receipt(fields: object, type = 'updated-message'): Exposed {
  const message = agentMessage((count += 1), { text: 'Our offer stands', chat: directChat(bob) })
  return {
    deliveries: [delivery(message), delivery(withoutChats({ ...message, ...fields }), type)],
    says: ['Our offer stands'],
    keeps: 'status',
  }
}
const inRoom = (fields: object, text: string | null = null) =>
  sent({ text, chat: room, fields: { ...fields } })
const member = (groupActionType: number): Exposed => ({
  deliveries: [
    delivery(inRoom({}, 'hello')),
    delivery(inRoom({ itemType: 1, groupActionType, otherHandle: 2 })),
  ],
  says: ['hello'],
  keeps: 'membership',
})

const attributes = (string: string, ...runs: [number, number, object][]) => [
  { string, runs: runs.map(([from, length, given]) => ({ range: [from, length], attributes: given })) },
]

const noCards = 'Messages has no buttons or lists; an app in it is a card, as below.'
const noForwards = 'Messages does not say that a message was forwarded, unless the agent does.'

const cells: Record<keyof ChannelCells['cells'], Cell> = {
  text: one({ text: 'Hello from Messages' }, 'Hello from Messages'),
  styled: one(
    {
      text: 'A bold word',
      fields: {
        attributedBody: attributes('A bold word', [0, 2, {}], [2, 4, { __kIMTextBoldAttributeName: 1 }]),
      },
    },
    'A bold word',
    'bold',
  ),
  mention: one(
    {
      text: 'Carol please',
      fields: {
        attributedBody: attributes(
          'Carol please',
          [0, 5, { __kIMMentionConfirmedMention: carol }],
          [5, 7, {}],
        ),
      },
    },
    'Carol please',
    `mention: ${carol}`,
  ),
  link: one(
    {
      text: 'https://acme.test',
      fields: {
        balloonBundleId: 'com.apple.messages.URLBalloonProvider',
        payloadData: [{ title: 'Acme', summary: 'Rings' }],
      },
    },
    'https://acme.test',
    'Acme',
    'Rings',
  ),
  image: file({ mimeType: 'image/heic', transferName: 'a.heic' }),
  livePhoto: {
    ...file({ mimeType: 'image/heic', transferName: 'live.heic', hasLivePhoto: true }, {}, 'live.mov'),
    files: 2,
  },
  video: file({ mimeType: 'video/quicktime', transferName: 'a.mov' }),
  audio: file({ mimeType: 'audio/mpeg', transferName: 'song.mp3' }),
  voice: file({ mimeType: 'audio/x-caf', transferName: 'Audio Message.caf' }, {}, 'Voice message'),
  document: file({ mimeType: 'application/pdf', transferName: 'offer.pdf' }, {}, 'offer.pdf'),
  sticker: file({ mimeType: 'image/heic', isSticker: true }, {}, 'sticker: true'),
  animation: file({ mimeType: 'image/gif', transferName: 'a.gif' }),
  album: {
    ...one({
      text: '\uFFFC\uFFFC',
      attachments: [attachment({ mimeType: 'image/jpeg' }), attachment({ mimeType: 'image/jpeg' })],
    }),
    files: 2,
  },
  caption: file({ mimeType: 'image/jpeg' }, { text: '\uFFFCthe chart' }, 'the chart'),
  location: file({ mimeType: 'text/x-vlocation', transferName: 'CL.loc.vcf' }, {}, 'Location'),
  liveLocation: 'Find My is not part of a message.',
  contact: file({ mimeType: 'text/vcard', transferName: 'Ann.vcf' }, {}, 'Contact card', 'Ann.vcf'),
  poll: one(
    {
      text: null,
      fields: {
        balloonBundleId:
          'com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.messages.Polls',
        payloadData: [{ ldtext: 'When?' }],
      },
    },
    'Polls',
    'When?',
  ),
  vote: 'A vote is inside the card of the app, in a form that only the app reads.',
  button: noCards,
  list: noCards,
  form: one(
    { text: null, fields: { balloonBundleId: 'com.acme.app', payloadData: [{ ldtext: 'Pay 5 €' }] } },
    'com.acme.app',
    'Pay 5 €',
  ),
  reply: changed([], ['In reply to', 'Offer 5 %', 'Too low'], ({ guid }) => [
    delivery(sent({ text: 'Too low', fields: { threadOriginatorGuid: guid } })),
  ]),
  forward: noForwards,
  edit: changed(['EDITED'], ['Offer 5 %', 'Offer 6 %'], (message) => [
    updated(message, { text: 'Offer 6 %' }),
  ]),
  secondEdit: changed(['EDITED', 'EDITED'], ['Offer 5 %', 'Offer 6 %', 'Offer 7 %'], (message) => [
    updated(message, { text: 'Offer 6 %' }),
    updated(message, { text: 'Offer 7 %' }),
  ]),
  deletion: changed(['DELETED'], ['Offer 5 %', 'deleted by sender'], (message) => [
    updated(message, { text: null, partCount: 0 }),
  ]),
  adminDeletion: 'Messages has no administrators.',
  reaction: changed(['REACTION'], ['👍'], (message) => [tapback(message, 'like')]),
  reactionRemoved: changed(['REACTION', 'REACTION'], ['👍', 'The reaction was removed.'], (message) => [
    tapback(message, 'like'),
    tapback(message, '-like'),
  ]),
  disappearing: 'Messages has none; a voice message that expires is captured before.',
  viewOnce: 'Messages has none. Invisible ink is an effect, which is kept as data.',
  call: {
    deliveries: [
      json({ type: 'ft-call-status-changed', data: { uuid: 'CALL1', status: 'incoming', address: bob } }),
    ],
    says: ['call: incoming', 'video'],
  },
  group: { deliveries: [delivery(inRoom({}, 'hi all'))], says: ['hi all', 'Closing room'] },
  joined: member(0),
  left: member(1),
  renamed: {
    deliveries: [delivery(inRoom({ itemType: 2, groupActionType: 0, groupTitle: 'Closing room' }))],
    says: ['Closing room'],
  },
  delivered: receipt({ dateDelivered: Date.UTC(2026, 4, 14, 9) }),
  read: receipt({ dateRead: Date.UTC(2026, 4, 14, 9) }),
  failed: receipt({ error: 22 }, 'message-send-error'),
  consent: 'Messages has no consents.',
}

export const imessageCells: ChannelCells = { channel: 'imessage', address: '+14155550142', cells }
