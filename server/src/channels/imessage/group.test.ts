import { describe, expect, test } from 'vitest'
import { FakeBlueBubbles, type FakeEvent } from '#testing/fakes/bluebubbles.ts'
import { groupChat } from '#testing/fakes/bluebubbles-messages.ts'
import { imessageAccount as account, parseEvent as parse } from '#testing/imessage.ts'

const agent = new FakeBlueBubbles('p', account.address.value)
const from = '+351912000111'
const self = { kind: 'self', value: 'self' }
const ana = { kind: 'phone', value: from }
const carol = { kind: 'email', value: 'carol@client.example' }
const dealRoom = groupChat('chat831530236413561212', 'Deal room', [from, 'Carol@client.example'])

const keyOf = ({ data }: FakeEvent) => `${account.id}:${(data as { guid: string }).guid}`

describe('a line about a group', () => {
  const line = (type: string, fields: Record<string, unknown>, by: string | undefined = from) => ({
    type,
    data: agent.newMessage({ ...(by && { from: by }), text: null, chat: dealRoom, fields }).data,
  })

  test('names who was added, and by whom', () => {
    const event = line('participant-added', { itemType: 1, groupActionType: 0, otherHandle: 2 })
    expect(parse(event)).toEqual([
      {
        kind: 'membership',
        channel: 'imessage',
        eventKey: `g|${keyOf(event)}`,
        mirrorKey: (event.data as unknown as { guid: string }).guid,
        conversationKey: 'g:chat831530236413561212',
        action: 'joined',
        who: carol,
        at: new Date((event.data as unknown as { dateCreated: number }).dateCreated),
        actor: ana,
      },
    ])
  })

  test('names who was removed, as far as the agent knows them, or left', () => {
    const removed = { itemType: 1, groupActionType: 1 }
    expect(parse(line('participant-removed', { ...removed, otherHandle: 0 }))).toMatchObject([
      { action: 'left', who: self, actor: ana },
    ])
    expect(parse(line('participant-removed', { ...removed, otherHandle: 77 }, ''))).toMatchObject([
      { action: 'left', who: { kind: 'unknown', value: 'handle:77' }, actor: self },
    ])
    expect(parse(line('participant-left', { itemType: 3 }))).toMatchObject([{ action: 'left', who: ana }])
  })

  test('with a new title has it as its text, which everyone in the group reads', () => {
    expect(parse(line('group-name-change', { itemType: 2, groupTitle: 'Deal room 2' }))).toMatchObject([
      {
        kind: 'message',
        contentType: 'system',
        author: ana,
        body: 'Deal room 2',
        conversationTitle: 'Deal room 2',
        structured: { groupTitle: 'Deal room 2' },
      },
    ])
    expect(parse(line('group-name-change', { itemType: 2 }))).toMatchObject([
      { contentType: 'system', body: null, conversationTitle: 'Deal room' },
    ])
  })

  test('reports a new picture', () => {
    for (const [groupActionType, groupIcon] of [
      [1, 'changed'],
      [2, 'removed'],
    ] as const) {
      expect(parse(line(`group-icon-${groupIcon}`, { itemType: 3, groupActionType }))).toMatchObject([
        { kind: 'message', contentType: 'system', body: null, structured: { groupIcon } },
      ])
    }
  })

  test('is the same event if it comes as a new message too, and an update adds nothing', () => {
    const event = line('participant-added', { itemType: 1, otherHandle: 2 })
    expect(parse({ ...event, type: 'new-message' })).toEqual(parse(event))
    expect(parse(agent.updated(event, { isDelivered: true }))).toEqual([])
  })
})
