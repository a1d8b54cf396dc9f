/** Mails at a journal, and what the connector reads from them. */
import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { proofpoint } from '#channels/journal/connector.ts'

export const journalAccount: ChannelAccount = {
  id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
  tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
  channel: 'proofpoint',
  address: { kind: 'email', value: 'x7@journal.acme.test' },
  ourDomains: ['acme.test'],
  settings: {},
  secrets: {},
}

export const keptMail = (mail: string | Uint8Array) => ({
  headers: {},
  contentType: 'message/rfc822',
  receivedAt: new Date(0),
  body: typeof mail === 'string' ? Buffer.from(mail) : mail,
})

/** The message of a mail. */
export async function readMail(mail: string | Uint8Array, of = journalAccount): Promise<CapturedMessage> {
  const [message] = await proofpoint.parse(keptMail(mail), of)
  if (message?.kind !== 'message') throw new Error('a mail is one message')
  return message
}

/** An ordinary mail. */
export const mail = {
  from: '"Ann Lee" <Ann@Acme.test>',
  to: 'Bob <bob@client.test>, desk@acme.test',
  cc: 'carl@acme.test',
  subject: '=?utf-8?Q?Angebot_=C3=BCber_5_Mio?=',
  date: 'Thu, 14 May 2026 08:00:00 +0000',
  messageId: '<m1@acme.test>',
  headers: { 'In-Reply-To': '<q2@client.test>', References: '<q1@client.test> <q2@client.test>' },
  body: 'Grüße, Preis 101.25\r\nbis morgen',
}
