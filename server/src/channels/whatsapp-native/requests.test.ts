import { expect, test } from 'vitest'
import { parseEvent } from '#testing/whatsapp-native.ts'
import { pagesOf } from './batch.ts'

const group = '120363000000000001@g.us'
const bob = '15552223333@s.whatsapp.net'
const request = { id: group, author: bob, participant: bob, action: 'created', method: 'invite_link' }

test('requests to join a group, and removed chats, are kept as lines', () => {
  expect(pagesOf('group.join-request', request, new Date(0))).toHaveLength(1)
  expect(pagesOf('chats.delete', [bob], new Date(0))).toHaveLength(1)
  expect(parseEvent('group.join-request', request)).toMatchObject([
    {
      kind: 'message',
      contentType: 'system',
      conversationKey: `g:${group}`,
      structured: { joinRequest: 'created' },
    },
  ])
  const [created] = parseEvent('group.join-request', request)
  const [revoked] = parseEvent('group.join-request', { ...request, action: 'revoked' })
  expect(revoked).not.toMatchObject({ messageKey: (created as { messageKey: string }).messageKey })
})
