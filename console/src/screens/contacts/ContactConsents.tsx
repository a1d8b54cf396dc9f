import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelNames } from '@verbatim/contract/channels.ts'
import { consentNames } from '@verbatim/contract/consents.ts'
import { type ContactConsent, mostConsents } from '@verbatim/contract/contact-consents.ts'
import type { Contact } from '@verbatim/contract/contacts.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { has, listHref } from '#lists/list-href.ts'
import { useApi, useCan, useViewer } from '#shell/use-app-context.ts'
import classes from './ContactFace.module.css'
import { contactConsentsQuery } from './queries.ts'

/**
 * What a contact has said about being archived or written to, on each channel, for those who may see messages. While names are hidden it is
 * left out: messages know contacts by other IDs then.
 */
export function ContactConsents({ contact }: { contact: Pick<Contact, 'id'> }) {
  const { readsUnderPseudonyms } = useViewer()
  if (!useCan('messages.view') || readsUnderPseudonyms) return null
  return <SaidConsents contact={contact} />
}

function SaidConsents({ contact: { id } }: { contact: Pick<Contact, 'id'> }) {
  return (
    <>
      <h3>Consent</h3>
      <Loaded of={useQuery(contactConsentsQuery(useApi(), id))} pending={44}>
        {({ items }) => (
          <ul className={classes.list} aria-label="Consent">
            {items.map((said) => (
              <ConsentLine key={said.messageId} said={said} />
            ))}
            {items.length === 0 && (
              <Text component="li" c="dimmed">
                None.
              </Text>
            )}
            {items.length === mostConsents && (
              <li className={classes.line}>
                <TextLink
                  href={listHref('/messages', [
                    has('authorId', id),
                    { field: 'consent', operator: 'nempty', values: [] },
                  ])}
                >
                  All messages about consent
                </TextLink>
              </li>
            )}
          </ul>
        )}
      </Loaded>
    </>
  )
}

function ConsentLine({ said: { messageId, channel, consent, at } }: { said: ContactConsent }) {
  return (
    <li className={classes.line}>
      <TextLink href={`/messages/${messageId}`}>
        {consentNames[consent]} on {channelNames[channel]}
      </TextLink>
      <span className={classes.detail}>
        <DateTime at={at} />
      </span>
    </li>
  )
}
