import { expect, test } from 'vitest'
import { gapText, omissionLines } from './export-omission-words.ts'
import type { ExportOmissions } from './export-omissions.ts'

const whole: ExportOmissions = {
  access: 'everything',
  refused: { total: 0, reasons: [] },
  quarantined: { total: 0, reasons: [] },
  waiting: 0,
  silent: [],
  attachments: [],
  partlySearchable: 0,
  withheld: [],
}

test('a gap of the account that another receives through is said of that, and what was lost in it', () => {
  const gap = {
    account: 'Rita',
    channel: 'telegram' as const,
    from: '2026-03-04T00:00:00.000Z',
    until: '2026-03-05T00:00:00.000Z',
    isOfSource: true,
  }
  const kinds = [
    { ...gap, kind: 'disconnected', isLost: false },
    { ...gap, kind: 'disconnected', isLost: true },
    { ...gap, kind: 'disconnected', isLost: true, isOfSource: false },
    { ...gap, kind: 'unstored', isLost: true },
  ]
  const times = 'from 2026-03-04 00:00 to 2026-03-05 00:00 UTC'
  expect(omissionLines({ ...whole, gaps: { total: 4, gaps: kinds } })).toEqual([
    `Rita receives through an account that was not connected ${times}`,
    `Rita lost messages sent ${times}, because the account that it receives through was not connected`,
    `Rita lost messages sent ${times}, because it was not connected`,
    `Rita lost messages that arrived ${times} for the account that it receives through and could not be stored`,
  ])
})

test('a single message that is missing has one time', () => {
  const at = { from: '2026-03-04T09:12:05.000Z', until: '2026-03-04T09:12:05.001Z' }
  expect(gapText({ ...at, kind: 'missing', isLost: true })).toBe(
    'lacks messages sent at 2026-03-04 09:12 UTC, of which only changes or receipts arrived',
  )
})

test('a complete file has no note', () => {
  expect(omissionLines(whole)).toEqual([])
})

test('a file says what was refused, redacted or not captured, with numbers and reasons', () => {
  const of = (reason: string, count: number) => ({ account: 'Desk', channel: 'sms' as const, reason, count })
  const gap = (kind: string, given: { from?: string; until?: string; isLost?: boolean }) => ({
    account: 'Desk',
    channel: 'sms' as const,
    kind,
    from: '2026-03-04T00:00:00.000Z',
    until: null,
    isLost: false,
    ...given,
  })
  expect(
    omissionLines({
      ...whole,
      access: 'part',
      refused: {
        total: 1201,
        reasons: [of('capture.bad-signature', 1200), of('capture.too-many-parameters', 1)],
      },
      quarantined: { total: 1, reasons: [of('unreadable', 1)] },
      waiting: 2,
      silent: [
        { account: 'Journal', channel: 'proofpoint', isConnected: true, lastEventAt: null },
        { account: 'Old desk', channel: 'sms', isConnected: false, lastEventAt: null },
      ],
      gaps: {
        total: 7,
        gaps: [
          gap('disconnected', { from: '2026-03-02T08:00:00.000Z', until: '2026-03-02T09:30:00.000Z' }),
          gap('unstored', { until: '2026-03-05T00:00:00.000Z', isLost: true }),
          gap('missing', { until: '2026-03-05T00:00:00.000Z' }),
          gap('disconnected', {}),
        ],
      },
      notCompared: { total: 30, reasons: [of('hours', 24), { ...of('hours', 6), account: 'Shop' }] },
      attachments: [
        { lack: 'gap', reason: 'not-offered', count: 1 },
        { lack: 'gap', reason: 'host-refused', count: 2 },
        { lack: 'unreadable', reason: 'encrypted', count: 4 },
        { lack: 'unsupported', count: 3 },
      ],
      partlySearchable: 1,
      withheld: [{ part: 'attachment-texts' }, { part: 'message-texts', count: 4 }, { part: 'identities' }],
    }),
  ).toEqual([
    'Rows outside of your access, which are not counted',
    '1,201 deliveries refused: the signature does not match; the form has too many parameters',
    '1 record in quarantine: unreadable',
    '2 records received and not processed yet',
    'Nothing was received from Journal',
    'Not connected: Old desk',
    'Desk was not connected from 2026-03-02 08:00 to 2026-03-02 09:30 UTC',
    'Desk lost messages that arrived from 2026-03-04 00:00 to 2026-03-05 00:00 UTC and could not be stored',
    'Desk lacks messages sent from 2026-03-04 00:00 to 2026-03-05 00:00 UTC, of which only changes or receipts arrived',
    'Desk was not connected since 2026-03-04 00:00 UTC',
    '3 more gaps of accounts',
    '30 hours not compared with the provider’s list: Desk, Shop',
    '1 attachment could not be fetched (not offered)',
    '2 attachments could not be fetched (its address is not the provider’s)',
    '4 attachments could not be read (protected by a password)',
    '3 attachments of a type that cannot be read',
    '1 message too long to be searched in full',
    'The words of attachments were not searched, because you can’t open attachments',
    '4 texts outside of your access left out',
    'Names and addresses are replaced by pseudonyms',
  ])
})
