import type { Contact } from '@verbatim/contract/contacts.ts'
import { formatFilter } from '@verbatim/contract/list-filter.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { searchText } from '#lists/search-text.ts'
import { useCan } from '#shell/use-app-context.ts'
import classes from './ContactFace.module.css'

/** The way to what a contact wrote, for those who may see messages. The list has those of their access scope. */
export function ContactMessages({ contact: { id } }: { contact: Pick<Contact, 'id'> }) {
  if (!useCan('messages.view')) return null
  const written = {
    period: 'all',
    filter: formatFilter([{ field: 'authorId', operator: 'eq', values: [id] }]),
  }
  return (
    <p className={classes.ways}>
      <TextLink href={`/messages${searchText(written)}`}>Messages</TextLink>
    </p>
  )
}
