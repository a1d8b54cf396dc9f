import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { channels, connectableChannels, providedChannels } from '@verbatim/contract/channels.ts'
import { expect, test } from 'vitest'
import { mailText } from '#testing/fakes/mail.ts'
import { channelsWith, channelsWithHistory, findConnector, openReaders } from './registry.ts'

test('every connector is found by its channel, and channels by their capabilities', () => {
  const captured = channels.filter((channel) => findConnector(channel))
  expect(captured).toEqual([
    'imessage',
    'proofpoint',
    'signal',
    'sms',
    'telegram',
    'wecom',
    'whatsapp',
    'whatsappnative',
  ])
  expect(captured).toEqual(connectableChannels)
  for (const channel of captured) expect(findConnector(channel)?.channel).toBe(channel)
  expect(channelsWith('webhook')).toEqual(['imessage', 'sms', 'telegram', 'wecom', 'whatsapp'])
  expect(channelsWith('smtp')).toEqual(['proofpoint'])
  expect(channelsWith('media')).toEqual([
    'imessage',
    'signal',
    'sms',
    'telegram',
    'wecom',
    'whatsapp',
    'whatsappnative',
  ])
  expect(channelsWith('listing')).toEqual(['imessage', 'sms', 'wecom', 'whatsapp'])
  // The archive of WeCom has five days, whatever people want.
  expect(channelsWithHistory()).toEqual(['imessage', 'sms', 'whatsapp', 'whatsappnative'])
  expect(channelsWith('collection')).toEqual(['signal', 'telegram', 'wecom', 'whatsappnative'])
  expect(channelsWith('roster')).toEqual(['signal', 'sms', 'wecom', 'whatsapp'])
  expect(channelsWith('standings')).toEqual(['telegram', 'wecom'])
  expect(channelsWith('canary')).toEqual(['proofpoint', 'sms'])
  expect(channelsWith('connection')).toEqual(['imessage', 'sms', 'telegram', 'whatsapp'])
  expect(captured.filter((channel) => findConnector(channel)?.usesMessagingProvider)).toEqual(
    providedChannels,
  )
})

test('a reader reads mails in a separate thread with the same result', async () => {
  const account = {
    id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
    tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
    channel: 'proofpoint',
    address: { kind: 'email', value: 'x@journal.acme.test' },
    ourDomains: [],
    settings: {},
    secrets: {},
  } as const
  const body = Buffer.from(mailText({ from: 'ann@acme.test', subject: 'Hello', body: 'there' }))
  const kept = { headers: {}, contentType: 'message/rfc822', receivedAt: new Date(0), body }
  const readers = openReaders({ threads: 1, timeoutMs: 10_000, memoryMb: 64 })
  try {
    expect(await readers.find('proofpoint')?.parse(kept, account)).toEqual(
      await findConnector('proofpoint')?.parse(kept, account),
    )
    const number = 'whatsapp:+14155550142'
    expect(readers.find('sms')?.identityOf(number)).toEqual(findConnector('sms')?.identityOf(number))
  } finally {
    await readers.close()
  }
})
