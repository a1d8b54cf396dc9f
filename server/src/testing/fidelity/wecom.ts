import { messageDelivery } from '#channels/wecom/records.ts'
import { type Cell, type ChannelCells, type Exposed, type Given, rosterAnswer } from './cells.ts'

const corp = 'ww1436e0e65a779aee'
const customer = 'wmGAgeDQAAdBjb8CK4ieMPRm7Cqm-9VA'
const employee = 'XuJinSheng'

let seq = 0
function record(fields: object): Given {
  seq += 1
  const message = {
    msgid: `fidelity${seq}_external`,
    action: 'send',
    from: customer,
    tolist: [employee],
    roomid: '',
    msgtime: 1_778_745_600_000 + seq * 1_000,
    ...fields,
  }
  return messageDelivery(corp, { seq, text: JSON.stringify(message), since: 0 })
}
const one = (fields: object, ...says: string[]): Exposed => ({ deliveries: [record(fields)], says })
const medium = (fields: object = {}) => ({ sdkfileid: `file${(seq += 1)}`, md5sum: '', ...fields })
const file = (fields: object, ...says: string[]): Exposed => ({ ...one(fields, ...says), files: 1 })

const noChanges = 'WeCom has no edits.'
const noReactions = 'WeCom has no reactions.'
const noReceipts = 'WeCom archives no receipts.'

/** A message in a room, and what WeCom answers before and after a change of it, when it is asked. */
function room(
  id: string,
  before: readonly string[],
  after: readonly string[],
  names = ['Deal room'],
): Exposed {
  const answer = (memberIds: readonly string[], name: string | undefined) =>
    rosterAnswer(id, {
      roomname: name,
      members: memberIds.map((memberid) => ({ memberid, jointime: 1_778_740_000 })),
    })
  return {
    deliveries: [
      record({ msgtype: 'text', text: { content: 'hi all' }, roomid: id, tolist: [employee] }),
      answer(before, names[0]),
      answer(after, names.at(-1)),
    ],
    says: ['hi all', names.at(-1) ?? ''],
  }
}

const cells: Record<keyof ChannelCells['cells'], Cell> = {
  text: one({ msgtype: 'text', text: { content: 'Hello from WeCom' } }, 'Hello from WeCom'),
  styled: one({ msgtype: 'markdown', info: { content: 'A **bold** word' } }, 'A **bold** word'),
  mention: one({ msgtype: 'text', text: { content: '@Carol please' } }, '@Carol please'),
  link: one(
    { msgtype: 'link', link: { title: 'Acme', description: 'Rings', link_url: 'https://acme.test' } },
    'Acme',
    'Rings',
    'https://acme.test',
  ),
  image: file({ msgtype: 'image', image: medium({ filesize: 4 }) }),
  livePhoto: 'WeCom archives no films of pictures.',
  video: file({ msgtype: 'video', video: medium({ filesize: 4, play_length: 9 }) }, 'seconds: 9'),
  audio: file(
    { msgtype: 'meeting_voice_call', voiceid: 'v1', meeting_voice_call: medium({ endtime: 1 }) },
    'v1',
  ),
  voice: file({ msgtype: 'voice', voice: medium({ voice_size: 4, play_length: 7 }) }, 'seconds: 7'),
  document: file({ msgtype: 'file', file: medium({ filename: 'offer.pdf', filesize: 4 }) }, 'offer.pdf'),
  sticker: file({ msgtype: 'emotion', emotion: medium({ type: 2, imagesize: 4 }) }, 'Sticker'),
  animation: file({ msgtype: 'emotion', emotion: medium({ type: 1, imagesize: 4 }) }),
  album: {
    ...one({
      msgtype: 'mixed',
      mixed: {
        item: ['a', 'b'].map((id) => ({
          type: 'image',
          content: JSON.stringify(medium({ filesize: 4, id })),
        })),
      },
    }),
    files: 2,
  },
  caption: file(
    {
      msgtype: 'mixed',
      mixed: {
        item: [
          { type: 'text', content: JSON.stringify({ content: 'the chart' }) },
          { type: 'image', content: JSON.stringify(medium({ filesize: 4 })) },
        ],
      },
    },
    'the chart',
  ),
  location: one(
    {
      msgtype: 'location',
      location: { latitude: 38.7, longitude: -9.1, address: 'Rua 1', title: 'Lisbon', zoom: 15 },
    },
    'latitude: 38.7',
    'Rua 1',
    'Lisbon',
  ),
  liveLocation: 'WeCom archives no live locations.',
  contact: one({ msgtype: 'card', card: { corpname: 'Acme', userid: 'AnnAsh' } }, 'AnnAsh', 'Acme'),
  poll: one(
    { msgtype: 'vote', votetitle: 'When?', voteitem: ['Now', 'Later'], votetype: 101, voteid: 'V1' },
    'When?',
    'Now',
    'Later',
    'V1',
  ),
  vote: 'WeCom archives that a vote is held, with its number; who voted for what is not in the archive.',
  button: 'WeCom archives no presses.',
  list: 'WeCom archives no choices.',
  form: one(
    {
      msgtype: 'collect',
      collect: {
        title: 'Form',
        room_name: 'Deal room',
        details: [{ id: 1, ques: 'Your age?', type: 'Text' }],
      },
    },
    'Form',
    'Your age?',
  ),
  reply: one(
    { msgtype: 'text', text: { content: '「Bob：Offer 5 %」\n- - - - - - -\nToo low' } },
    'Offer 5 %',
    'Too low',
  ),
  forward: one(
    {
      msgtype: 'chatrecord',
      chatrecord: {
        title: 'Chat of Ann',
        item: [{ type: 'ChatRecordText', msgtime: 1, content: JSON.stringify({ content: 'as she wrote' }) }],
      },
    },
    'Chat of Ann',
    'as she wrote',
    'forwarded',
  ),
  edit: noChanges,
  secondEdit: noChanges,
  deletion: {
    deliveries: [
      record({ msgid: 'recalled_external', msgtype: 'text', text: { content: 'Offer 5 %' } }),
      record({ action: 'recall', msgtype: 'revoke', revoke: { pre_msgid: 'recalled_external' } }),
    ],
    says: ['Offer 5 %', 'deleted by sender'],
    changes: ['DELETED'],
  },
  adminDeletion: 'Only the author can recall a message.',
  reaction: noReactions,
  reactionRemoved: noReactions,
  disappearing: 'WeCom has no disappearing messages.',
  viewOnce: 'WeCom has no view-once messages.',
  call: one({ msgtype: 'voiptext', info: { callduration: 10, invitetype: 2 } }, 'call seconds: 10'),
  group: one(
    { msgtype: 'text', text: { content: 'hi all' }, roomid: 'wrRoom1', tolist: [employee, 'LiSi'] },
    'hi all',
    'group',
  ),
  joined: { ...room('wrJoined', [customer, employee], [customer, employee, 'LiSi']), keeps: 'membership' },
  left: { ...room('wrLeft', [customer, employee, 'LiSi'], [customer, employee]), keeps: 'membership' },
  renamed: room('wrRenamed', [customer, employee], [customer, employee], ['Deal room', 'Closing room']),
  delivered: noReceipts,
  read: noReceipts,
  failed: noReceipts,
  consent: one(
    { msgtype: 'agree', agree: { userid: customer, agree_time: 1_778_745_600_000 } },
    'consent: granted',
    customer,
  ),
}

export const wecomCells: ChannelCells = { channel: 'wecom', address: corp, cells }
