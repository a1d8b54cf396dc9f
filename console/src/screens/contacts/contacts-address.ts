import { contactList } from '@verbatim/contract/contacts.ts'
import { z } from 'zod'
import { useOverlayAddress } from '#lists/overlay-address.ts'

/** What the address says of an open contact, beside the list's own question. */
export const ContactAddress = z.object({
  tab: z.enum(['details', 'history']).optional().catch(undefined),
})
export type ContactTab = NonNullable<z.infer<typeof ContactAddress>['tab']>

export const contactsPath = '/organization/contacts'
export const useContactsAddress = () => useOverlayAddress(contactList, contactsPath)
