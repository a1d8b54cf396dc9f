import { expect, test } from 'vitest'
import { gapText, omissionLines } from './export-omission-words.ts'
import type { ExportOmissions } from './export-omissions.ts'

const linesOf = (omissions: ExportOmissions) => omissionLines(omissions, (time) => time.slice(5, 16))

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
  const times = 'from 03-04T00:00 to 03-05T00:00'
  expect(linesOf({ ...whole, gaps: { total: 4, gaps: kinds } })).toEqual([
    `Rita (Telegram): the account that this one receives through was not connected ${times}`,
    `Rita (Telegram): messages sent ${times} are lost, because the account that this one receives through was not connected`,
    `Rita (Telegram): messages sent ${times} are lost, because the account was not connected`,
    `Rita (Telegram): messages that arrived ${times} for the account that this one receives through could not be stored and are lost`,
  ])
})

test('a single message that is missing has one time, in UTC in a file', () => {
  const at = { from: '2026-03-04T09:12:05.000Z', until: '2026-03-04T09:12:05.001Z' }
  expect(gapText({ ...at, kind: 'missing', isLost: true })).toBe(
    'messages sent at 2026-03-04 09:12 UTC are missing: only changes or receipts of them arrived',
  )
})

test('a complete file has no note', () => {
  expect(linesOf(whole)).toEqual([])
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
    linesOf({
      ...whole,
      access: 'part',
      refused: {
        total: 1201,
        reasons: [of('capture.bad-signature', 1200), of('capture.too-many-parameters', 1)],
      },
      quarantined: {
        total: 3,
        reasons: [of('The record is not valid JSON', 2), of('WhatsApp sent no sender', 1)],
      },
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
    '3 records in quarantine: the record is not valid JSON; WhatsApp sent no sender',
    '2 records received and not processed yet',
    'Nothing was received from 1 account: Journal (Archive journal)',
    '1 account not connected: Old desk (SMS/MMS)',
    'Desk (SMS/MMS): the account was not connected from 03-02T08:00 to 03-02T09:30',
    'Desk (SMS/MMS): messages that arrived from 03-04T00:00 to 03-05T00:00 could not be stored and are lost',
    'Desk (SMS/MMS): messages sent from 03-04T00:00 to 03-05T00:00 are missing: only changes or receipts of them arrived',
    'Desk (SMS/MMS): the account has not been connected since 03-04T00:00',
    '3 more gaps of accounts',
    '30 hours not compared with the provider’s list: Desk (SMS/MMS), Shop (SMS/MMS)',
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
