import { describe, expect, test } from 'vitest'
import { from, parse } from '#testing/twilio-deliveries.ts'

describe('a conversation of Twilio Conversations', () => {
  const base = { ConversationSid: 'CH1', ChatServiceSid: 'IS1', MessageSid: 'IM1', ParticipantSid: 'MB1' }

  test('has messages with their order, media and attributes', () => {
    const fields = {
      ...base,
      EventType: 'onMessageAdded',
      Index: '7',
      DateCreated: '2026-04-14T09:26:42.117Z',
      Author: 'whatsapp:+351912000111',
      Body: '',
      Attributes: '{"intentId":"i1"}',
      Media: '[{"Sid":"ME1","Filename":"a.pdf","ContentType":"application/pdf","Size":12}]',
    }
    expect(parse(fields)).toMatchObject([
      {
        kind: 'message',
        messageKey: 'IM1',
        conversationKey: 'CH1',
        direction: 'inbound',
        sequence: 7,
        sentAt: new Date('2026-04-14T09:26:42.117Z'),
        body: null,
        contentType: 'file',
        structured: { attributes: { intentId: 'i1' } },
        attachments: [
          {
            name: 'a.pdf',
            mimeDeclared: 'application/pdf',
            sizeDeclared: 12,
            url: 'https://mcs.us1.twilio.com/v1/Services/IS1/Media/ME1',
          },
        ],
      },
    ])
    expect(parse({ ...fields, Author: 'ann.lee', Media: 'null' })).toMatchObject([
      { direction: 'outbound', author: { kind: 'username', value: 'ann.lee' }, attachments: [] },
    ])
  })

  test('reports edits, removals, deliveries, and members who joined and left', () => {
    expect(
      parse({
        ...base,
        EventType: 'onMessageUpdated',
        Body: 'new',
        DateUpdated: '2026-04-14T09:30:00Z',
        Author: from,
      }),
    ).toMatchObject([{ kind: 'edit', targetKey: 'IM1', eventKey: 'e|IM1|2026-04-14T09:30:00Z', body: 'new' }])
    expect(
      parse({ ...base, EventType: 'onMessageRemoved', DateRemoved: '2026-04-14T09:31:00Z' }),
    ).toMatchObject([
      { kind: 'delete', targetKey: 'IM1', scope: 'everyone', at: new Date('2026-04-14T09:31:00Z') },
    ])
    expect(
      parse({ ...base, EventType: 'onDeliveryUpdated', Status: 'read', ChannelMessageSid: 'SM1' }),
    ).toMatchObject([{ kind: 'status', state: 'read', aliases: ['SM1'], eventKey: 's|IM1|MB1|read' }])
    const binding = {
      'MessagingBinding.Address': 'whatsapp:+351912000111',
      DateCreated: '2026-04-14T09:00:00Z',
    }
    expect(parse({ ...base, ...binding, EventType: 'onParticipantAdded' })).toMatchObject([
      {
        kind: 'membership',
        action: 'joined',
        conversationKey: 'CH1',
        who: { kind: 'phone', value: '+351912000111' },
      },
    ])
    expect(parse({ ...base, Identity: 'ann', EventType: 'onParticipantRemoved' })).toMatchObject([
      { kind: 'membership', action: 'left', who: { kind: 'username', value: 'ann' } },
    ])
  })

  test('has events without a text', () => {
    for (const EventType of ['onConversationUpdated', 'onUserAdded', 'onParticipantUpdated']) {
      expect(parse({ ...base, EventType })).toEqual([])
    }
  })
})
