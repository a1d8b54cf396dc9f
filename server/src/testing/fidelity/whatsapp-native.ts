import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { pollContent, sealVote, voteContent } from '#testing/whatsapp-native.ts'
import { type Cell, type ChannelCells, type Exposed, type Given, json } from './cells.ts'

const bob = '15552223333@s.whatsapp.net'
const carol = '15554445555@s.whatsapp.net'
const room = '120363043211234567@g.us'

let count = 0
const nextId = () => `FD${(count += 1)}`
const event = (name: string, data: unknown, context: object = {}) => json({ event: name, data, ...context })
const inRoom = { groups: { [room]: { subject: 'Deal room', admins: [carol] } } }
const upsert = (given: Parameters<typeof webMessage>[0], context: object = {}) =>
  event(
    'messages.upsert',
    arrived(webMessage({ id: nextId(), at: 1_778_745_600 + count, ...given })),
    context,
  )
const inGroup = (participant: string, given: Parameters<typeof webMessage>[0]) =>
  upsert({ from: room, key: { participant }, ...given }, inRoom)

const one = (message: object, ...says: string[]): Exposed => ({ deliveries: [upsert({ message })], says })
const bytes = (fill: number) => ({ type: 'Buffer', data: Buffer.alloc(32, fill).toString('base64') })
const medium = (fields: object = {}) => {
  count += 1
  return {
    directPath: `/v/${count}`,
    mediaKey: bytes(1),
    fileSha256: bytes(count % 256),
    fileEncSha256: bytes(3),
    fileLength: 4,
    ...fields,
  }
}
const file = (message: object, ...says: string[]): Exposed => ({ ...one(message, ...says), files: 1 })

function changed(
  changes: NonNullable<Exposed['changes']>,
  says: readonly string[],
  make: (target: string) => readonly Given[],
): Exposed {
  const target = nextId()
  return { deliveries: [upsert({ id: target, text: 'Offer 5 %' }), ...make(target)], says, changes }
}
const change = (type: number, id: string, now?: string | object) => ({
  protocolMessage: {
    type,
    key: { id, fromMe: true },
    ...(now && { editedMessage: typeof now === 'string' ? { conversation: now } : now }),
    timestampMs: 1_778_745_700_000 + (count += 1) * 1_000,
  },
})
const reaction = (id: string, text: string) =>
  upsert({
    message: {
      reactionMessage: {
        key: { id, fromMe: false },
        text,
        senderTimestampMs: 1_778_745_800_000 + (count += 1),
      },
    },
  })

/** A poll, and the vote of the one who asked, which comes first. */
function voted(): Exposed {
  const id = nextId()
  const sealed = sealVote({ id, asked: bob, voted: bob }, ['Later'])
  return {
    deliveries: [
      upsert({ message: voteContent(sealed, { id, fromMe: false, remoteJid: bob }) }),
      upsert({ id, message: pollContent('When exactly?') }),
    ],
    says: ['When exactly?', 'voted for: Later'],
  }
}

function receipt(status: number): Exposed {
  const id = nextId()
  return {
    deliveries: [
      upsert({ id, isMine: true, text: 'Our offer stands' }),
      event('messages.update', [{ key: { remoteJid: bob, fromMe: true, id }, update: { status } }]),
    ],
    says: ['Our offer stands'],
    keeps: 'status',
  }
}

const line = (messageStubType: number, messageStubParameters: string[]) =>
  inGroup(carol, { fields: { message: null, messageStubType, messageStubParameters } })
const member = (type: number): Exposed => ({
  deliveries: [inGroup(bob, { text: 'hello' }), line(type, [bob])],
  says: ['hello'],
  keeps: 'membership',
})

const cells: Record<keyof ChannelCells['cells'], Cell> = {
  text: one({ conversation: 'Hello from a phone' }, 'Hello from a phone'),
  styled: one({ conversation: 'A *bold* word' }, 'A *bold* word'),
  mention: one(
    { extendedTextMessage: { text: '@15554445555 please', contextInfo: { mentionedJid: [carol] } } },
    'please',
    'mentions: +15554445555',
  ),
  link: one(
    {
      extendedTextMessage: {
        text: 'see https://acme.test',
        matchedText: 'https://acme.test',
        title: 'Acme',
        description: 'Rings',
      },
    },
    'Acme',
    'Rings',
  ),
  image: file({ imageMessage: medium({ mimetype: 'image/jpeg' }) }),
  livePhoto: {
    deliveries: [
      upsert({ message: { imageMessage: medium({ contextInfo: { pairedMediaType: 5 } }) } }),
      upsert({ message: { associatedChildMessage: { message: { videoMessage: medium() } } } }),
    ],
    says: [],
    files: 2,
  },
  video: file({ videoMessage: medium({ mimetype: 'video/mp4' }) }),
  audio: file({ audioMessage: medium({ mimetype: 'audio/mpeg', ptt: false }) }),
  voice: file({ audioMessage: medium({ mimetype: 'audio/ogg', ptt: true }) }, 'Voice message'),
  document: file(
    { documentMessage: medium({ fileName: 'offer.pdf', mimetype: 'application/pdf' }) },
    'offer.pdf',
  ),
  sticker: file({ stickerMessage: medium({ mimetype: 'image/webp' }) }, 'Sticker'),
  animation: file({ videoMessage: medium({ mimetype: 'video/mp4', gifPlayback: true }) }),
  album: {
    deliveries: [
      upsert({ message: { albumMessage: { expectedImageCount: 2 } } }),
      upsert({ message: { associatedChildMessage: { message: { imageMessage: medium() } } } }),
      upsert({ message: { associatedChildMessage: { message: { imageMessage: medium() } } } }),
    ],
    says: ['album expected image count: 2'],
    files: 2,
  },
  caption: file({ imageMessage: medium({ caption: 'the chart' }) }, 'the chart'),
  location: one(
    { locationMessage: { degreesLatitude: 38.7, degreesLongitude: -9.1, name: 'Lisbon' } },
    'latitude: 38.7',
    'longitude: -9.1',
    'Lisbon',
  ),
  liveLocation: one(
    { liveLocationMessage: { degreesLatitude: 38.7, degreesLongitude: -9.1, caption: 'on my way' } },
    'latitude: 38.7',
    'on my way',
  ),
  contact: one(
    { contactMessage: { displayName: 'Ann Ash', vcard: 'BEGIN:VCARD' } },
    'Ann Ash',
    'BEGIN:VCARD',
  ),
  poll: one(
    {
      pollCreationMessageV3: {
        name: 'When?',
        options: [{ optionName: 'Now' }, { optionName: 'Later' }],
        selectableOptionsCount: 1,
      },
    },
    'When?',
    'Now, Later',
  ),
  vote: voted(),
  button: one(
    { buttonsResponseMessage: { selectedDisplayText: 'Yes, please', selectedButtonId: 'b7' } },
    'Yes, please',
    'b7',
  ),
  list: one(
    { listResponseMessage: { title: 'Gold', singleSelectReply: { selectedRowId: 'row-9' } } },
    'Gold',
    'row-9',
  ),
  form: one(
    {
      templateMessage: {
        hydratedTemplate: {
          hydratedContentText: 'Dear client',
          hydratedButtons: [{ quickReplyButton: { displayText: 'Accept', id: 'a1' } }],
        },
      },
    },
    'Dear client',
    'Accept',
  ),
  reply: changed([], ['In reply to', 'Offer 5 %', 'Too low'], (stanzaId) => [
    upsert({
      message: {
        extendedTextMessage: {
          text: 'Too low',
          contextInfo: { stanzaId, participant: bob, quotedMessage: { conversation: 'Offer 5 %' } },
        },
      },
    }),
  ]),
  forward: one(
    { extendedTextMessage: { text: 'as she wrote', contextInfo: { isForwarded: true, forwardingScore: 4 } } },
    'as she wrote',
    'forwarded',
  ),
  edit: changed(['EDITED'], ['Offer 5 %', 'Offer 6 %'], (id) => [
    upsert({ message: change(14, id, 'Offer 6 %') }),
  ]),
  secondEdit: {
    ...changed(
      ['EDITED', 'EDITED'],
      ['Offer 5 %', 'Offer 6 %', 'Offer 7 %', 'New files', 'terms.pdf'],
      (id) => [
        upsert({ message: change(14, id, 'Offer 6 %') }),
        upsert({
          message: change(14, id, {
            documentWithCaptionMessage: {
              message: { documentMessage: medium({ caption: 'Offer 7 %', fileName: 'terms.pdf' }) },
            },
          }),
        }),
      ],
    ),
    files: 1,
  },
  deletion: changed(['DELETED'], ['Offer 5 %', 'deleted by sender'], (id) => [
    upsert({ message: change(0, id) }),
  ]),
  adminDeletion: ((): Exposed => {
    const id = nextId()
    const key = { id, fromMe: false, participant: bob }
    return {
      deliveries: [
        inGroup(bob, { id, text: 'Offer 5 %' }),
        inGroup(carol, { message: { protocolMessage: { type: 0, key } } }),
      ],
      says: ['Offer 5 %', 'deleted by an administrator'],
      changes: ['DELETED'],
    }
  })(),
  reaction: changed(['REACTION'], ['👍'], (id) => [reaction(id, '👍')]),
  reactionRemoved: changed(['REACTION', 'REACTION'], ['👍', 'The reaction was removed.'], (id) => [
    reaction(id, '👍'),
    reaction(id, ''),
  ]),
  disappearing: one(
    { extendedTextMessage: { text: 'gone in a day', contextInfo: { expiration: 86_400 } } },
    'gone in a day',
    'disappearing',
  ),
  viewOnce: {
    deliveries: [upsert({ key: { isViewOnce: true }, fields: { message: null } })],
    says: ['view once'],
  },
  call: {
    deliveries: [
      event('call', [{ id: 'CALL1', chatId: bob, from: bob, date: 1_778_745_600_000, isVideo: false }]),
    ],
    says: ['call: voice'],
  },
  group: { deliveries: [inGroup(bob, { text: 'hi all' })], says: ['hi all', 'Closing room'] },
  joined: member(27),
  left: member(28),
  renamed: { deliveries: [line(21, ['Closing room'])], says: ['Closing room'] },
  delivered: receipt(3),
  read: receipt(4),
  failed: receipt(0),
  consent: 'WhatsApp has no consents between people.',
}

export const nativeCells: ChannelCells = { channel: 'whatsappnative', address: '+15550001111', cells }
