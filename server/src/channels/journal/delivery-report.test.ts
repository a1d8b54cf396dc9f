import { readMail } from '@verbatim/documents/mail/mail.ts'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { expect, test } from 'vitest'
import { deliveryReport, mailText } from '#testing/fakes/mail.ts'
import { readReturned } from './delivery-report.ts'

interface Vector {
  readonly input: { readonly eml: string }
  readonly expected: {
    readonly status: string
    readonly finalRecipient: string
    readonly originalMessageId: string
  }
}
const vectors = sharedVectors<Vector>('journal.json', 'dsn')

test.skipIf(vectors.length === 0)('the reference report says what was not delivered, and why', () => {
  for (const { input, expected } of vectors)
    expect(readReturned(readMail(Buffer.from(input.eml)))).toEqual([
      {
        messageId: expected.originalMessageId,
        recipient: expected.finalRecipient,
        lasting: expected.status.startsWith('5'),
        answer: expect.stringContaining(expected.status),
      },
    ])
})

const given = { messageId: '<a.r1@acme.example>', recipient: 'Journal@vendor.example', answer: '451 Full' }
const read = (mail: string) => readReturned(readMail(Buffer.from(mail)))

test('a temporary failure is recognized, and folded lines are joined', () => {
  expect(read(deliveryReport({ ...given, status: '4.2.2' }))).toEqual([
    { messageId: given.messageId, recipient: 'journal@vendor.example', lasting: false, answer: '451 Full' },
  ])
})

test('each recipient is named, also if the mail itself is returned', () => {
  const report = deliveryReport({ ...given, status: '5.2.2' })
    .replace(
      'Final-Recipient:',
      'Final-Recipient: rfc822; b@vendor.example\r\nAction: failed\r\n\r\nFinal-Recipient:',
    )
    .replace('Content-Type: text/rfc822-headers', 'Content-Type: message/rfc822')
  expect(read(report)).toMatchObject([
    { recipient: 'b@vendor.example', lasting: true, answer: '' },
    { recipient: 'journal@vendor.example', lasting: true },
  ])
})

test.each([
  ['a success', deliveryReport({ ...given, status: '2.0.0', action: 'delivered' })],
  ['a delay', deliveryReport({ ...given, status: '4.4.1', action: 'delayed' })],
  [
    'a report without the mail',
    deliveryReport({ ...given, status: '5.0.0' }).replace('text/rfc822-headers', 'text/plain'),
  ],
  ['another mail', mailText({ from: 'ann@client.example', body: 'Action: failed' })],
])('%s is not a delivery report', (_, mail) => {
  expect(read(mail)).toEqual([])
})
