import { type Cell, type ChannelCells, type Exposed, json, rosterAnswer } from './cells.ts'

const owner = '+4915112345678'
const bob = {
  sourceNumber: '+351912000111',
  sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444',
  sourceName: 'Bob',
}
const groupInfo = {
  groupId: 'Pmpi+EfPWmsxiomLe9Nx2XF9HOE483p6iKiFj65iMwI=',
  groupName: 'Deal room',
  type: 'DELIVER',
}

let clock = 1_778_745_600_000
const next = () => (clock += 1_000)
const event = (envelope: object, timestamp = next()) =>
  json({ envelope: { ...bob, sourceDevice: 1, timestamp, ...envelope }, account: owner })
const said = (fields: object, timestamp = next()) =>
  event(
    { dataMessage: { timestamp, message: null, expiresInSeconds: 0, viewOnce: false, ...fields } },
    timestamp,
  )
/** The owner wrote it on their phone. */
const sent = (timestamp: number) =>
  event(
    {
      sourceNumber: owner,
      sourceUuid: '6f1c2d3e-0000-4000-8000-00000000a11c',
      sourceName: 'Alice',
      syncMessage: {
        sentMessage: {
          destinationNumber: bob.sourceNumber,
          destinationUuid: bob.sourceUuid,
          timestamp,
          message: 'Our offer stands',
        },
      },
    },
    timestamp,
  )

const one = (fields: object, ...says: string[]): Exposed => ({ deliveries: [said(fields)], says })
const file = (contentType: string, fields: object = {}): Exposed => ({
  deliveries: [
    said({
      attachments: [{ contentType, filename: null, id: `Kq${next()}`, size: 4, ...fields }],
    }),
  ],
  says: [],
  files: 1,
})

/** A message, and what happened to it. */
function changed(
  changes: NonNullable<Exposed['changes']>,
  says: readonly string[],
  make: (target: number) => readonly ReturnType<typeof said>[],
  fields: object = {},
): Exposed {
  const target = next()
  return { deliveries: [said({ message: 'Offer 5 %', ...fields }, target), ...make(target)], says, changes }
}

const edited = (targetSentTimestamp: number, message: string, fields: object = {}) => {
  const timestamp = next()
  return event(
    { editMessage: { targetSentTimestamp, dataMessage: { timestamp, message, ...fields } } },
    timestamp,
  )
}
const reaction = (targetSentTimestamp: number, isRemove: boolean) =>
  said({
    reaction: {
      emoji: '👍',
      targetAuthorNumber: bob.sourceNumber,
      targetAuthorUuid: bob.sourceUuid,
      targetSentTimestamp,
      isRemove,
    },
  })

function receipt(fields: object): Exposed {
  const timestamp = next()
  return {
    deliveries: [
      sent(timestamp),
      event({ receiptMessage: { when: next(), ...fields, timestamps: [timestamp] } }),
    ],
    says: ['Our offer stands'],
    keeps: 'status',
  }
}

const noCards = 'Signal has no cards, buttons or lists.'

/** A message in a group, the daemon's note that the group was changed, and what it answers before and after, when it is asked. */
function group(groupId: string, before: readonly string[], after: readonly string[], name: string): Exposed {
  const answer = (numbers: readonly string[], groupName: string) =>
    rosterAnswer(`g:${groupId}`, {
      group: {
        id: groupId,
        name: groupName,
        isMember: true,
        members: numbers.map((number) => ({ number })),
      },
      contacts: [],
    })
  return {
    deliveries: [
      said({ message: 'hi all', groupInfo: { ...groupInfo, groupId } }),
      answer(before, groupInfo.groupName),
      said({ groupInfo: { ...groupInfo, groupId, type: 'UPDATE', revision: 2 } }),
      answer(after, name),
    ],
    says: ['hi all', name],
  }
}
const [two, three] = [
  [owner, bob.sourceNumber],
  [owner, bob.sourceNumber, '+351912000333'],
]

const cells: Record<keyof ChannelCells['cells'], Cell> = {
  text: one({ message: 'Hello from Signal' }, 'Hello from Signal'),
  styled: one(
    { message: 'A bold word', textStyles: [{ style: 'BOLD', start: 2, length: 4 }] },
    'A bold word',
    'style: BOLD',
    'start: 2',
  ),
  mention: one(
    {
      message: '\uFFFC please',
      mentions: [{ name: 'Carol', number: '+351912000333', uuid: 'cc', start: 0, length: 1 }],
    },
    'please',
    'Carol',
    '+351912000333',
  ),
  link: {
    ...one(
      {
        message: 'see https://acme.test',
        previews: [
          {
            url: 'https://acme.test',
            title: 'Acme',
            description: 'Rings',
            image: { contentType: 'image/jpeg', filename: null, id: 'KqPreview', size: 4 },
          },
        ],
      },
      'Acme',
      'Rings',
    ),
    files: 1,
  },
  image: file('image/jpeg'),
  livePhoto: 'Signal sends only the picture.',
  video: file('video/mp4'),
  audio: file('audio/mpeg', { filename: 'song.mp3' }),
  voice: file('audio/aac'),
  document: file('application/pdf', { filename: 'offer.pdf' }),
  sticker: one(
    { sticker: { packId: '9acc9e8aba563d26', stickerId: 3 } },
    '9acc9e8aba563d26',
    'sticker id: 3',
  ),
  animation: file('image/gif'),
  album: {
    deliveries: [
      said({ attachments: ['a1', 'a2'].map((id) => ({ contentType: 'image/jpeg', id, size: 4 })) }),
    ],
    says: [],
    files: 2,
  },
  caption: {
    deliveries: [
      said({ message: 'the chart', attachments: [{ contentType: 'image/png', id: 'cap', size: 4 }] }),
    ],
    says: ['the chart'],
    files: 1,
  },
  location: 'Signal sends a location as a link, which is text.',
  liveLocation: 'Signal has no live locations.',
  contact: {
    ...one(
      {
        contacts: [
          {
            name: { given: 'Ann', family: 'Ash' },
            phone: [{ value: '+351912000777', type: 'MOBILE' }],
            avatar: {
              attachment: { contentType: 'image/jpeg', filename: null, id: 'KqAvatar', size: 4 },
              isProfile: false,
            },
          },
        ],
      },
      'Ann',
      'Ash',
      '+351912000777',
    ),
    files: 1,
  },
  poll: one({ pollCreate: { question: 'When?', options: ['Now', 'Later'] } }, 'When?', 'Now, Later'),
  vote: one(
    { pollVote: { authorUuid: bob.sourceUuid, targetSentTimestamp: 1, optionIndexes: [1], voteCount: 1 } },
    'option indexes: 1',
  ),
  button: noCards,
  list: noCards,
  form: one({ payment: { note: 'for lunch', receipt: 'AA==' } }, 'for lunch'),
  reply: changed([], ['In reply to', 'Offer 5 %', 'Too low'], (id) => [
    said({
      message: 'Too low',
      quote: { id, authorNumber: bob.sourceNumber, authorUuid: bob.sourceUuid, text: 'Offer 5 %' },
    }),
  ]),
  forward: 'A forwarded message is an ordinary one in Signal.',
  edit: changed(['EDITED'], ['Offer 5 %', 'Offer 6 %'], (target) => [edited(target, 'Offer 6 %')]),
  secondEdit: {
    ...changed(
      ['EDITED', 'EDITED'],
      ['Offer 5 %', 'Offer 6 %', 'Offer 7 %', 'New files', 'terms.pdf'],
      (target) => [
        edited(target, 'Offer 6 %'),
        edited(target, 'Offer 7 %', {
          attachments: [{ contentType: 'application/pdf', filename: 'terms.pdf', id: 'KqTerms', size: 4 }],
        }),
      ],
    ),
    files: 1,
  },
  deletion: changed(['DELETED'], ['Offer 5 %', 'deleted by sender'], (timestamp) => [
    said({ remoteDelete: { timestamp } }),
  ]),
  adminDeletion: changed(
    ['DELETED'],
    ['Offer 5 %', 'deleted by an administrator'],
    (targetSentTimestamp) => [
      {
        ...said({
          groupInfo,
          adminDelete: {
            targetAuthorNumber: bob.sourceNumber,
            targetAuthorUuid: bob.sourceUuid,
            targetSentTimestamp,
          },
        }),
        // As the collection says it of an administrator.
        headers: { 'x-by-group-admin': 'true' },
      },
    ],
    { groupInfo },
  ),
  reaction: changed(['REACTION'], ['👍'], (target) => [reaction(target, false)]),
  reactionRemoved: changed(['REACTION', 'REACTION'], ['👍', 'The reaction was removed.'], (target) => [
    reaction(target, false),
    reaction(target, true),
  ]),
  disappearing: one(
    { message: 'gone in an hour', expiresInSeconds: 3600 },
    'gone in an hour',
    'disappearing',
  ),
  viewOnce: {
    ...file('image/jpeg'),
    deliveries: [said({ viewOnce: true, attachments: [{ contentType: 'image/jpeg', id: 'once', size: 4 }] })],
    says: ['view once'],
  },
  call: {
    deliveries: [event({ callMessage: { offerMessage: { id: 1_234, type: 'AUDIO_CALL' } } })],
    says: ['call: offer', 'AUDIO_CALL'],
  },
  group: one({ message: 'hi all', groupInfo }, 'hi all', 'Deal room'),
  joined: { ...group('Sm9pbmVk', two, three, 'Deal room'), keeps: 'membership' },
  left: { ...group('TGVmdA==', three, two, 'Deal room'), keeps: 'membership' },
  renamed: group('UmVuYW1lZA==', two, two, 'Closing room'),
  delivered: receipt({ isDelivery: true }),
  read: receipt({ isRead: true }),
  failed: 'Whether a message was sent is known only to the phone that sent it.',
  consent: 'Signal has no consents.',
}

export const signalCells: ChannelCells = { channel: 'signal', address: owner, cells }
