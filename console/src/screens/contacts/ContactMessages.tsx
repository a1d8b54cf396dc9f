import type { Contact } from '@verbatim/contract/contacts.ts'
import { formatFilter } from '@verbatim/contract/list-filter.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { searchText } from '#lists/search-text.ts'
import { useCan } from '#shell/use-app-context.ts'
import classes from './ContactFace.module.css'

/** The ways to what a contact wrote, and to what was written to it, for those who may see messages. The lists have those of their access scope. */
export function ContactMessages({ contact: { id } }: { contact: Pick<Contact, 'id'> }) {
  if (!useCan('messages.view')) return null
  const of = (field: 'authorId' | 'recipientId') =>
    `/messages${searchText({ period: 'all', filter: formatFilter([{ field, operator: 'eq', values: [id] }]) })}`
  return (
    <p className={classes.ways}>
      <TextLink href={of('authorId')}>Messages from this contact</TextLink>
      <TextLink href={of('recipientId')}>Messages to this contact</TextLink>
    </p>
  )
}
