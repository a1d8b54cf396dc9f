import { describe, expect, test } from 'vitest'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { linkedAccount as account, parseEvent } from '#testing/whatsapp-native.ts'

const group = '120363043211234567@g.us'
const bob = '15552223333@s.whatsapp.net'

const read = (message: unknown, context?: object) => parseEvent('messages.upsert', arrived(message), context)
const content = (message: object) => read(webMessage({ message, id: 'A1' }))[0]

describe('content of a message', () => {
  test.each([
    ['a text', { conversation: 'hi' }, { body: 'hi', contentType: 'text' }],
    [
      'a text with a preview',
      { extendedTextMessage: { text: 'see acme.test', matchedText: 'acme.test', title: 'Acme' } },
      { body: 'see acme.test', structured: { link: { url: 'acme.test', title: 'Acme' } } },
    ],
    [
      'a picture',
      { imageMessage: { caption: 'c', mimetype: 'image/jpeg' } },
      { body: 'c', contentType: 'image' },
    ],
    ['a film', { videoMessage: {} }, { contentType: 'video', attachments: [{ ordinal: 0 }] }],
    ['a round film', { ptvMessage: {} }, { contentType: 'video' }],
    ['a recording', { audioMessage: { ptt: true } }, { contentType: 'voice', body: null }],
    ['music', { audioMessage: { ptt: false } }, { contentType: 'audio' }],
    [
      'a file',
      {
        documentMessage: {
          fileName: 'deal.pdf',
          mimetype: 'application/pdf',
          fileLength: { low: 7, high: 0 },
        },
      },
      {
        contentType: 'file',
        attachments: [{ name: 'deal.pdf', mimeDeclared: 'application/pdf', sizeDeclared: 7 }],
      },
    ],
    ['a sticker', { stickerMessage: {} }, { contentType: 'sticker' }],
    [
      'a contact',
      { contactMessage: { displayName: 'Ann', vcard: 'BEGIN:VCARD' } },
      { contentType: 'contact', structured: { contacts: [{ displayName: 'Ann', vcard: 'BEGIN:VCARD' }] } },
    ],
    [
      'contacts',
      {
        contactsArrayMessage: {
          contacts: [
            { displayName: 'Ann', vcard: 'a' },
            { displayName: 'Ben', vcard: 'b' },
          ],
        },
      },
      { contentType: 'contact', structured: { contacts: [{ vcard: 'a' }, { vcard: 'b' }] } },
    ],
    [
      'a place',
      { locationMessage: { degreesLatitude: 38.7, degreesLongitude: -9.1, name: 'Lisbon' } },
      { contentType: 'location', structured: { latitude: 38.7, longitude: -9.1, name: 'Lisbon' } },
    ],
    [
      'a moving place',
      { liveLocationMessage: { caption: 'on my way' } },
      { contentType: 'location', body: 'on my way' },
    ],
    [
      'a poll',
      {
        pollCreationMessageV3: {
          name: 'When?',
          options: [{ optionName: 'Now' }, { optionName: 'Later' }],
          selectableOptionsCount: 1,
        },
      },
      { contentType: 'poll', body: 'When?', structured: { options: ['Now', 'Later'], selectable: 1 } },
    ],
    [
      'a card with buttons',
      { buttonsMessage: { contentText: 'Choose' } },
      { contentType: 'interactive', body: 'Choose' },
    ],
    [
      'a pressed button',
      { buttonsResponseMessage: { selectedDisplayText: 'Yes' } },
      { contentType: 'interactive', body: 'Yes' },
    ],
    [
      'a list',
      { listMessage: { description: 'Our prices' } },
      { contentType: 'interactive', body: 'Our prices' },
    ],
    [
      'an entry of a list',
      { listResponseMessage: { title: 'Gold' } },
      { contentType: 'interactive', body: 'Gold' },
    ],
    [
      'a template',
      {
        templateMessage: {
          hydratedTemplate: { hydratedContentText: 'Dear', imageMessage: { mimetype: 'image/png' } },
        },
      },
      { contentType: 'interactive', body: 'Dear', attachments: [{ mimeDeclared: 'image/png' }] },
    ],
    [
      'a pressed button of a template',
      { templateButtonReplyMessage: { selectedDisplayText: 'Call' } },
      { body: 'Call' },
    ],
    [
      'a card',
      { interactiveMessage: { body: { text: 'Flow' }, header: { documentMessage: { fileName: 'f' } } } },
      { body: 'Flow', attachments: [{ name: 'f' }] },
    ],
    ['an answer to a card', { interactiveResponseMessage: { body: { text: 'Done' } } }, { body: 'Done' }],
    ['an event', { eventMessage: { name: 'Dinner' } }, { contentType: 'interactive', body: 'Dinner' }],
    [
      'an invitation',
      { groupInviteMessage: { caption: 'Join', groupName: 'G' } },
      { body: 'Join', structured: { groupName: 'G' } },
    ],
    ['a product', { productMessage: { product: { title: 'Ring' } } }, { body: 'Ring' }],
    ['a payment', { sendPaymentMessage: { noteMessage: { conversation: 'thanks' } } }, { body: 'thanks' }],
    [
      'an album',
      { albumMessage: { expectedImageCount: 2 } },
      { contentType: 'system', structured: { album: { expectedImageCount: 2 } } },
    ],
    ['a pinned message', { pinInChatMessage: { type: 1 } }, { contentType: 'system' }],
    [
      'something new',
      { hologramMessage: { text: 'x', mediaKey: { type: 'Buffer', data: 'AAAA' } } },
      { contentType: 'unsupported', structured: { fields: { hologramMessage: { text: 'x' } } } },
    ],
  ])('is read: %s', (_, message, expected) => {
    expect(content(message)).toMatchObject({ kind: 'message', ...expected })
  })

  test.each([
    'ephemeralMessage',
    'documentWithCaptionMessage',
    'deviceSentMessage',
    'associatedChildMessage',
    'aNewWrapping',
  ])('is found in its wrapper: %s', (wrap) => {
    expect(
      content({ [wrap]: { message: { conversation: 'inside' } }, messageContextInfo: {} }),
    ).toMatchObject({
      body: 'inside',
      contentType: 'text',
    })
  })

  test('with secret keys shows none of them', () => {
    const secret = { type: 'Buffer', data: Buffer.alloc(32, 9).toString('base64') }
    const media = { mediaKey: secret, jpegThumbnail: secret }
    for (const message of [
      { imageMessage: media },
      { newMessage: { deep: [media] } },
      { interactiveMessage: { header: media } },
    ]) {
      const [shown] = read(webMessage({ message }))
      expect(JSON.stringify({ ...shown, attachments: [] })).not.toContain(secret.data)
    }
  })

  test('has the message it answers, and whether it was forwarded or disappears', () => {
    const contextInfo = {
      stanzaId: 'Q1',
      participant: bob,
      isForwarded: true,
      expiration: 86_400,
      mentionedJid: [bob],
    }
    expect(content({ extendedTextMessage: { text: 'x', contextInfo } })).toMatchObject({
      replyToKey: `${account.id}:p:15552223333:p:15552223333:Q1`,
      forwarded: true,
      flags: ['disappearing'],
      structured: { mentions: ['+15552223333'] },
    })
    expect(content({ viewOnceMessageV2: { message: { imageMessage: {} } } })).toMatchObject({
      flags: ['viewOnce'],
    })
  })

  test('may answer a message of another chat, or a status', () => {
    const contextInfo = { stanzaId: 'Q1', participant: bob, remoteJid: group }
    expect(content({ extendedTextMessage: { text: 'x', contextInfo } })).toMatchObject({
      replyToKey: `${account.id}:g:${group}:p:15552223333:Q1`,
    })
    const published = {
      ...contextInfo,
      remoteJid: 'status@broadcast',
      quotedMessage: { conversation: 'my status' },
    }
    const answer = content({ extendedTextMessage: { text: 'x', contextInfo: published } })
    expect(answer).toMatchObject({ structured: { answers: { conversation: 'my status' } } })
    expect(answer).not.toHaveProperty('replyToKey')
  })

  test('has the words of what it answers, also of a poll, and of the advertisement above it', () => {
    const contextInfo = {
      stanzaId: 'Q1',
      participant: bob,
      quotedMessage: { pollCreationMessage: { name: 'When?', options: [{ optionName: 'Now' }] } },
      externalAdReply: { title: 'Acme', body: 'A guaranteed return', sourceUrl: 'https://acme.test' },
    }
    expect(content({ extendedTextMessage: { text: 'x', contextInfo } })).toMatchObject({
      structured: {
        quotedText: 'When?',
        answers: { options: ['Now'] },
        ad: { title: 'Acme', body: 'A guaranteed return', sourceUrl: 'https://acme.test' },
      },
    })
  })

  test.each([
    ['a vote', { pollUpdateMessage: { vote: {} } }],
    ['keys for later', { senderKeyDistributionMessage: {}, messageContextInfo: {} }],
    ['the history', { protocolMessage: { type: 5 } }],
    ['keys between devices', { protocolMessage: { type: 6 } }],
  ])('without content gives nothing: %s', (_, message) => {
    expect(read(webMessage({ message }))).toEqual([])
  })
})

describe('a file', () => {
  const media = (directPath: string) => ({
    imageMessage: {
      directPath,
      mediaKey: { type: 'Buffer', data: Buffer.alloc(32, 1).toString('base64') },
      fileSha256: { type: 'Buffer', data: Buffer.alloc(32, 2).toString('base64') },
    },
  })

  test('is the same in a copy of its message with another address', () => {
    const [one, two] = ['/a?oh=1', '/a?oh=2'].map(
      (path) => read(webMessage({ id: 'A1', message: media(path) }))[0],
    )
    expect(one).toMatchObject({ seen: expect.any(String) as string })
    expect((two as { seen: string }).seen).toBe((one as { seen: string }).seen)
  })
})
