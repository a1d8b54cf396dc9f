/** What a contact has said about consent, on each channel. */
import { z } from 'zod'
import { Channel } from './channels.ts'
import { consents } from './consents.ts'
import { endpoint } from './endpoint.ts'
import { ContactId, MessageId } from './ids.ts'

/** The most that are listed; the messages have all of them. */
export const mostConsents = 100

/** By its kind alone. Its conversation and words are on the page of its message, which may ask for a purpose. */
export const ContactConsent = z.object({
  messageId: MessageId,
  channel: Channel,
  at: z.iso.datetime(),
  consent: z.enum(consents),
})
export type ContactConsent = z.infer<typeof ContactConsent>

/** Newest first, within the reader's access to messages. Readers under pseudonyms get none, because messages name contacts otherwise. */
export const listContactConsents = endpoint({
  method: 'GET',
  path: '/messenger/api/v1/contacts/:id/consents',
  params: z.object({ id: ContactId }),
  response: z.object({ items: z.array(ContactConsent) }),
  access: 'messages.view',
  failures: ['contact.not-found'],
})
