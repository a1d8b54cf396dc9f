import { Text, Title } from '@mantine/core'
import type { Conversation, ConversationParticipant } from '@verbatim/contract/conversations.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import { useState } from 'react'
import { useCan } from '#shell/use-app-context.ts'
import { FacedPerson } from '#thread/FacedPerson.tsx'
import type { RelatedEventsState } from '#thread/related-events.ts'
import { RelatedSection } from '#thread/RelatedSection.tsx'
import classes from './ConversationAside.module.css'
import { Summary } from './Summary.tsx'
import type { SummarySentence } from './use-thread.ts'

interface ConversationAsideProps {
  id: string
  /** Undefined until it is known. */
  conversation: Conversation | undefined
  related: RelatedEventsState
  /** Called when the user follows a sentence's link into the thread. */
  onFollow: (sentence: SummarySentence) => void
}

/** The summary of a conversation, its participants, and its events. */
export function ConversationAside(props: ConversationAsideProps) {
  const { id, conversation, related, onFollow } = props
  const maySummarize = useCan('conversations.view_summary')
  return (
    <div className={classes.parts}>
      {conversation?.closed && <Closed {...conversation.closed} />}
      {maySummarize && (
        <section>
          <Title order={3} className={classes.title}>
            Summary
          </Title>
          <Summary id={id} onFollow={onFollow} />
        </section>
      )}
      {conversation && <Participants participants={conversation.participants} />}
      <RelatedSection
        {...related}
        order={3}
        titleClass={classes.title}
        none="No policy has raised an event for this conversation."
      />
    </div>
  )
}

const closedWords = {
  'share-level': 'its contact became another user’s personal contact',
  'phone-number': 'its contact got another phone number',
}

/** Why the conversation is closed. */
function Closed({ at, reason }: NonNullable<Conversation['closed']>) {
  return (
    <section>
      <Title order={3} className={classes.title}>
        Closed
      </Title>
      <Text size="sm">
        Closed <DateTime at={at} />: {closedWords[reason]}. A new message opens it again.
      </Text>
    </section>
  )
}

const mostShown = 8

function Participants({ participants }: { participants: readonly ConversationParticipant[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? participants : participants.slice(0, mostShown)
  return (
    <section>
      <Title order={3} className={classes.title}>
        Participants ({numberText(participants.length)})
      </Title>
      <ul className={classes.people}>
        {shown.map(({ name, address, userId, contactId, firstAt }) => (
          <li key={`${address} ${firstAt}`}>
            <FacedPerson person={{ name, address, userId, contactId }} />
            <Text span className={classes.address}>
              {name !== address && <bdi>{addressText(address)}</bdi>}
              {name !== address && (userId ?? contactId) && ' · '}
              {userId ? 'representative' : contactId ? 'contact' : ''}
            </Text>
          </li>
        ))}
      </ul>
      {shown.length < participants.length && (
        <button type="button" className={classes.rest} onClick={() => setAll(true)}>
          Show all {numberText(participants.length)}
        </button>
      )}
    </section>
  )
}
