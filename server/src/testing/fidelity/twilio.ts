import { type Cell, type ChannelCells, type Exposed, type Given } from './cells.ts'

type Fields = Readonly<Record<string, string>>

/** The two channels of one provider share the form of their deliveries. */
function cellsOf(channel: 'sms' | 'whatsapp', address: string): ChannelCells {
  const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
  const isWhatsApp = channel === 'whatsapp'
  let count = 0
  const sid = (kind: string) => `${kind}${isWhatsApp ? 'b' : 'a'}${String((count += 1)).padStart(31, '0')}`
  const form = (fields: Fields): Given => ({
    contentType: 'application/x-www-form-urlencoded',
    body: Buffer.from(new URLSearchParams(fields).toString()),
  })
  const message = (fields: Fields): Fields => ({
    MessageSid: sid('SM'),
    SmsStatus: 'received',
    From: `${prefix}+351912000111`,
    To: `${prefix}${address}`,
    Body: '',
    NumMedia: '0',
    ...fields,
  })
  const one = (fields: Fields, ...says: string[]): Exposed => ({ deliveries: [form(message(fields))], says })
  const media = (...types: string[]): Fields => ({
    NumMedia: String(types.length),
    ...Object.fromEntries(
      types.flatMap((type, index) => [
        [`MediaUrl${index}`, `https://api.twilio.com/2010-04-01/Accounts/AC/Messages/MM/Media/${sid('ME')}`],
        [`MediaContentType${index}`, type],
      ]),
    ),
  })
  const file = (type: string, ...says: string[]): Exposed => ({ ...one(media(type), ...says), files: 1 })

  const room = sid('CH')
  const time = () => `2026-05-14T09:${String((count += 1) % 60).padStart(2, '0')}:00.000Z`
  const conversation = (EventType: string, fields: Fields): Given =>
    form({
      EventType,
      ConversationSid: room,
      ChatServiceSid: `IS${'0'.repeat(32)}`,
      Source: 'SDK',
      ...fields,
    })
  const added = (MessageSid: string, Body: string) =>
    conversation('onMessageAdded', {
      MessageSid,
      Body,
      Author: `${prefix}+351912000111`,
      Index: String((count += 1)),
      DateCreated: time(),
    })
  function changed(
    changes: NonNullable<Exposed['changes']>,
    says: readonly string[],
    make: (MessageSid: string) => readonly Given[],
  ): Exposed {
    const target = sid('IM')
    return { deliveries: [added(target, 'Offer 5 %'), ...make(target)], says, changes }
  }
  const edited = (MessageSid: string, Body: string) =>
    conversation('onMessageUpdated', {
      MessageSid,
      Body,
      Author: `${prefix}+351912000111`,
      DateUpdated: time(),
    })
  const member = (EventType: string): Exposed => ({
    deliveries: [
      added(sid('IM'), 'hello'),
      conversation(EventType, {
        ParticipantSid: sid('MB'),
        'MessagingBinding.Address': `${prefix}+351912000333`,
        DateCreated: time(),
      }),
    ],
    says: ['hello'],
    keeps: 'membership',
  })
  function receipt(MessageStatus: string, fields: Fields = {}): Exposed {
    const sent = message({
      From: `${prefix}${address}`,
      To: `${prefix}+351912000111`,
      Body: 'Our offer stands',
    })
    const { MessageSid = '', From = '', To = '' } = sent
    return {
      deliveries: [form(sent), form({ MessageSid, From, To, MessageStatus, ...fields })],
      says: ['Our offer stands'],
      keeps: 'status',
    }
  }
  const only = (cell: Cell, why: string): Cell => (isWhatsApp ? cell : why)
  const noPresses = 'A text message has no buttons, lists or forms.'
  const noForwards = 'A text message does not say that it was forwarded.'
  const undocumented =
    'Twilio documents no such messages of WhatsApp; one that came would be shown with all its fields.'
  const noSuch = only(undocumented, 'Text messages have no such kind.')
  const reacted = (...values: string[]): Cell => {
    if (!isWhatsApp) return 'Text messages have no reactions: a phone sends a text in their place.'
    const target = message({ Body: 'Offer 5 %' })
    return {
      deliveries: [
        form(target),
        ...values.map((Body) =>
          form(
            message({ Body, MessageType: 'reaction', OriginalRepliedMessageSid: target['MessageSid'] ?? '' }),
          ),
        ),
      ],
      says: values.map((value) => value || 'The reaction was removed.'),
      changes: values.map(() => 'REACTION' as const),
    }
  }
  const answered = message({ Body: 'Offer 5 %' })

  const cells: Record<keyof ChannelCells['cells'], Cell> = {
    text: one({ Body: 'Hello from Twilio' }, 'Hello from Twilio'),
    styled: only(one({ Body: 'A *bold* word' }, 'A *bold* word'), 'Text messages are not styled.'),
    mention: only(undocumented, 'Text messages have no mentions.'),
    link: one({ Body: 'see https://acme.test' }, 'https://acme.test'),
    image: file('image/jpeg'),
    livePhoto: 'A picture is sent without a film.',
    video: file('video/mp4'),
    audio: file('audio/mpeg'),
    voice: file('audio/ogg', 'Voice message'),
    document: file('application/pdf'),
    sticker: only(
      { ...one({ ...media('image/webp'), MessageType: 'sticker' }, 'Sticker'), files: 1 },
      'A sticker comes as a picture.',
    ),
    animation: file('image/gif'),
    album: isWhatsApp
      ? 'WhatsApp sends each file as a message of its own.'
      : { ...one({ Body: 'two', ...media('image/jpeg', 'image/jpeg') }, 'two'), files: 2 },
    caption: { ...one({ Body: 'the chart', ...media('image/png') }, 'the chart'), files: 1 },
    location: only(
      one(
        { Latitude: '38.7', Longitude: '-9.1', Address: 'Rua 1', Label: 'Lisbon' },
        'latitude: 38.7',
        'Rua 1',
        'Lisbon',
      ),
      'A location comes as a link, which is text.',
    ),
    liveLocation: noSuch,
    contact: file('text/vcard', 'Contact card'),
    poll: noSuch,
    vote: noSuch,
    button: only(
      one(
        { Body: 'Yes, please', ButtonText: 'Yes, please', ButtonPayload: 'b7', ButtonType: 'REPLY' },
        'Yes, please',
        'b7',
      ),
      noPresses,
    ),
    list: only(
      one({ Body: 'Gold', InteractiveData: '{"list_reply":{"id":"row-9","title":"Gold"}}' }, 'Gold', 'row-9'),
      noPresses,
    ),
    form: only(
      one({ FlowData: '{"age":"44","screen":"ABOUT"}', MessageType: 'interactive' }, 'age: 44', 'ABOUT'),
      noPresses,
    ),
    reply: only(
      {
        deliveries: [
          form(answered),
          form(message({ Body: 'Too low', OriginalRepliedMessageSid: answered['MessageSid'] ?? '' })),
        ],
        says: ['In reply to', 'Offer 5 %', 'Too low'],
      },
      'A text message does not name the one that it answers.',
    ),
    forward: only(one({ Body: 'as she wrote', Forwarded: 'true' }, 'as she wrote', 'forwarded'), noForwards),
    edit: changed(['EDITED'], ['Offer 5 %', 'Offer 6 %'], (target) => [edited(target, 'Offer 6 %')]),
    secondEdit: changed(['EDITED', 'EDITED'], ['Offer 5 %', 'Offer 6 %', 'Offer 7 %'], (target) => [
      edited(target, 'Offer 6 %'),
      edited(target, 'Offer 7 %'),
    ]),
    deletion: changed(['DELETED'], ['Offer 5 %', 'deleted by sender'], (MessageSid) => [
      conversation('onMessageRemoved', { MessageSid, DateRemoved: time() }),
    ]),
    adminDeletion: 'Twilio says that a message was removed, and does not say by whom.',
    reaction: reacted('👍'),
    reactionRemoved: reacted('👍', ''),
    disappearing: noSuch,
    viewOnce: noSuch,
    call: 'Calls are another product of Twilio.',
    group: { deliveries: [added(sid('IM'), 'hi all')], says: ['hi all', 'Closing room'] },
    joined: member('onParticipantAdded'),
    left: member('onParticipantRemoved'),
    renamed: {
      deliveries: [
        added(sid('IM'), 'hello'),
        conversation('onConversationUpdated', { FriendlyName: 'Closing room', DateUpdated: time() }),
      ],
      says: ['Closing room'],
    },
    delivered: receipt('delivered'),
    read: only(receipt('read'), 'Text messages have no read receipts.'),
    failed: receipt('undelivered', { ErrorCode: '30003' }),
    consent: one({ Body: 'STOP', OptOutType: 'STOP' }, 'STOP', 'opt out: STOP'),
  }
  return { channel, address, cells }
}

export const smsCells = cellsOf('sms', '+15550100001')
export const whatsappCells = cellsOf('whatsapp', '+15550100002')
