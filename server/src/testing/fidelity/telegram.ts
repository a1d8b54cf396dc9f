import { type Cell, type ChannelCells, type Exposed, type Given, json } from './cells.ts'

const bob = { id: 7_002_002, first_name: 'Bob', last_name: 'Berg', is_bot: false }
const carol = { id: 7_003_003, first_name: 'Carol', is_bot: false }
const chat = { id: bob.id, type: 'private', first_name: 'Bob' }
const group = { id: -1_002_233_445_566, type: 'supergroup', title: 'Deal room' }

let count = 100
const next = () => (count += 1)
const date = () => 1_778_745_600 + count
const update = (fields: object) => json({ update_id: next(), ...fields })
const message = (fields: object, id = next()) => ({ message_id: id, date: date(), from: bob, ...fields })
const inChat = (fields: object, id?: number) =>
  update({ business_message: { ...message(fields, id), chat, business_connection_id: 'Rk1' } })
const inGroup = (fields: object, id?: number) => update({ message: { ...message(fields, id), chat: group } })

const one = (fields: object, ...says: string[]): Exposed => ({ deliveries: [inChat(fields)], says })
const medium = (fields: object = {}) => ({
  file_id: `AgAC${next()}`,
  file_unique_id: 'x',
  file_size: 4,
  ...fields,
})
const file = (fields: object, ...says: string[]): Exposed => ({ ...one(fields, ...says), files: 1 })

function changed(
  changes: NonNullable<Exposed['changes']>,
  says: readonly string[],
  make: (target: number) => readonly Given[],
): Exposed {
  const target = next()
  return { deliveries: [inChat({ text: 'Offer 5 %' }, target), ...make(target)], says, changes }
}
const edited = (target: number, fields: object) =>
  update({
    edited_business_message: {
      ...message({ ...fields, edit_date: date() }, target),
      chat,
      business_connection_id: 'Rk1',
    },
  })

function reacted(sets: readonly (readonly [string[], string[]])[], says: string[]): Exposed {
  const target = next()
  const kindsOf = (emoji: string[]) => emoji.map((value) => ({ type: 'emoji', emoji: value }))
  const reactions = sets.map(([before, now]) =>
    update({
      message_reaction: {
        chat: group,
        message_id: target,
        user: carol,
        date: date(),
        old_reaction: kindsOf(before),
        new_reaction: kindsOf(now),
      },
    }),
  )
  return {
    deliveries: [inGroup({ text: 'Offer 5 %' }, target), ...reactions],
    says,
    changes: sets.map(() => 'REACTION' as const),
  }
}

const member = (before: string, now: string): Exposed => ({
  deliveries: [
    inGroup({ text: 'hello' }),
    update({
      chat_member: {
        chat: group,
        from: bob,
        date: date(),
        old_chat_member: { user: carol, status: before },
        new_chat_member: { user: carol, status: now },
      },
    }),
  ],
  says: ['hello'],
  keeps: 'membership',
})

const receipts = 'Telegram sends bots no receipts.'
const presses = 'Telegram reports a press only to the bot whose button it is.'

const cells: Record<keyof ChannelCells['cells'], Cell> = {
  text: one({ text: 'Hello from Telegram' }, 'Hello from Telegram'),
  styled: one(
    { text: 'A bold word', entities: [{ type: 'bold', offset: 2, length: 4 }] },
    'A bold word',
    'type: bold',
    'offset: 2',
  ),
  mention: one(
    { text: 'Carol please', entities: [{ type: 'text_mention', offset: 0, length: 5, user: carol }] },
    'Carol please',
    'text_mention',
    '7003003',
  ),
  link: one(
    { text: 'see here', entities: [{ type: 'text_link', offset: 4, length: 4, url: 'https://acme.test/' }] },
    'see here',
    'https://acme.test/',
  ),
  image: file({ photo: [medium({ width: 90, height: 60 })] }),
  livePhoto: {
    ...file({
      photo: [medium()],
      live_photo: { ...medium({ mime_type: 'video/quicktime' }), photo: [medium()] },
    }),
    files: 2,
  },
  video: file({ video: medium({ mime_type: 'video/mp4' }) }),
  audio: file({ audio: medium({ mime_type: 'audio/mpeg', file_name: 'song.mp3' }) }),
  voice: file({ voice: medium() }),
  document: file({ document: medium({ file_name: 'offer.pdf', mime_type: 'application/pdf' }) }, 'offer.pdf'),
  sticker: file({ sticker: medium({ emoji: '🤝' }) }, '🤝'),
  animation: file({ animation: medium({ mime_type: 'video/mp4' }), document: medium() }),
  album: {
    deliveries: [
      inChat({ media_group_id: '77', photo: [medium()] }),
      inChat({ media_group_id: '77', photo: [medium()] }),
    ],
    says: ['album: 77'],
    files: 2,
  },
  caption: file({ caption: 'the chart', photo: [medium()] }, 'the chart'),
  location: one({ location: { latitude: 38.7, longitude: -9.1 } }, 'latitude: 38.7', 'longitude: -9.1'),
  liveLocation: one(
    { location: { latitude: 38.7, longitude: -9.1, live_period: 900 } },
    'latitude: 38.7',
    'live period: 900',
  ),
  contact: one(
    { contact: { phone_number: '+351912000777', first_name: 'Ann', last_name: 'Ash', vcard: 'BEGIN:VCARD' } },
    'Ann Ash',
    '+351912000777',
    'BEGIN:VCARD',
  ),
  poll: one(
    { poll: { question: 'When?', options: [{ text: 'Now' }, { text: 'Later' }] } },
    'When?',
    'Now',
    'Later',
  ),
  vote: 'Telegram reports to a bot only the votes in its own polls.',
  button: presses,
  list: presses,
  form: one({ checklist: { title: 'To do', tasks: [{ id: 1, text: 'Sign' }] } }, 'To do', 'Sign'),
  reply: changed([], ['In reply to', 'Offer 5 %', 'Too low'], (target) => [
    inChat({ text: 'Too low', reply_to_message: { ...message({ text: 'Offer 5 %' }, target), chat } }),
  ]),
  forward: one(
    { text: 'as she wrote', forward_origin: { type: 'user', sender_user: carol, date: 1 } },
    'as she wrote',
    'forwarded',
    'Carol',
  ),
  edit: changed(['EDITED'], ['Offer 5 %', 'Offer 6 %'], (target) => [edited(target, { text: 'Offer 6 %' })]),
  secondEdit: {
    ...changed(
      ['EDITED', 'EDITED', 'EDITED'],
      ['Offer 5 %', 'Offer 6 %', 'Offer 7 %', 'first.pdf', 'second.pdf', 'Removed files'],
      (target) => [
        edited(target, { text: 'Offer 6 %' }),
        edited(target, { caption: 'Offer 7 %', document: medium({ file_name: 'first.pdf' }) }),
        edited(target, {
          caption: 'Offer 7 %',
          document: medium({ file_name: 'second.pdf', file_unique_id: 'y' }),
        }),
      ],
    ),
    files: 2,
  },
  deletion: changed(['DELETED'], ['Offer 5 %', 'deleted · kept'], (target) => [
    update({ deleted_business_messages: { business_connection_id: 'Rk1', chat, message_ids: [target] } }),
  ]),
  adminDeletion: 'Telegram reports deletions only in private chats, and does not say by whom.',
  reaction: reacted([[[], ['👍']]], ['👍']),
  reactionRemoved: reacted(
    [
      [[], ['👍']],
      [['👍'], []],
    ],
    ['👍', 'The reaction was removed.'],
  ),
  disappearing: one({ message_auto_delete_timer_changed: { message_auto_delete_time: 86_400 } }, '86400'),
  viewOnce: 'Telegram does not give secret chats and view-once media to bots.',
  call: 'Telegram does not report private calls to bots; a call in a group is a line of its thread.',
  group: { deliveries: [inGroup({ text: 'hi all' })], says: ['hi all', 'Deal room'] },
  joined: member('left', 'member'),
  left: member('member', 'left'),
  renamed: { deliveries: [inGroup({ new_chat_title: 'Closing room' })], says: ['Closing room'] },
  delivered: receipts,
  read: receipts,
  failed: receipts,
  consent: 'Telegram has no consents.',
}

export const telegramCells: ChannelCells = {
  channel: 'telegram',
  address: '7001001',
  source: '@acme_bot',
  cells,
}
