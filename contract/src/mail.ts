import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MailId } from './ids.ts'

/** What a mail of the product is about. */
const mailKinds = ['invitation', 'code', 'notice', 'notification', 'test'] as const
export type MailKind = (typeof mailKinds)[number]

export const mailStates = ['queued', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/** The outcome of one mail. Its text is not kept. */
export const MailReceipt = z.object({
  id: MailId,
  kind: z.enum(mailKinds),
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.number().int(),
  /** Why the last attempt failed, in the mail server's words. */
  reason: z.string().optional(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  /** The time of the next attempt, while it waits. */
  dueAt: z.iso.datetime().optional(),
})
export type MailReceipt = z.infer<typeof MailReceipt>

/** A mail that waits because no mail server is configured. */
export const WaitingMail = z.object({
  id: MailId,
  kind: z.enum(mailKinds),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
})
export type WaitingMail = z.infer<typeof WaitingMail>

/** The page of waiting mails of an installation without a mail server, for a browser that has opened the printed link. */
export const mailboxPath = '/mailbox'

/** The newest of the waiting mails. Answers only in environment `local` without a mail server, on that machine, in a
 * browser that has opened the link that the start prints. */
export const listWaitingMails = endpoint({
  method: 'GET',
  path: '/bff/mailbox',
  response: z.object({ items: z.array(WaitingMail) }),
  access: 'anyone',
  failures: ['mailbox.closed'],
  byCookie: true,
})
