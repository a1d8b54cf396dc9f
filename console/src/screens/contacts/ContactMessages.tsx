import type { Contact } from '@verbatim/contract/contacts.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { has, listHref } from '#lists/list-href.ts'
import { useCan, useViewer } from '#shell/use-app-context.ts'
import classes from './ContactFace.module.css'

/**
 * The ways to what a contact wrote, and to what was written to it, for those who may see messages. While names are hidden, there are none:
 * lists know contacts by other IDs then.
 */
export function ContactMessages({ contact: { id } }: { contact: Pick<Contact, 'id'> }) {
  const { readsUnderPseudonyms } = useViewer()
  if (!useCan('messages.view') || readsUnderPseudonyms) return null
  const of = (field: 'authorId' | 'recipientId') => listHref('/messages', [has(field, id)])
  return (
    <p className={classes.ways}>
      <TextLink href={of('authorId')}>Messages from this contact</TextLink>
      <TextLink href={of('recipientId')}>Messages to this contact</TextLink>
    </p>
  )
}
