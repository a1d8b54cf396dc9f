import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconHelp, IconUrgent } from '@tabler/icons-react'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import { dispositionNames } from '@verbatim/contract/event-status.ts'
import { CategoryBadge, ChannelBadge, SeverityBadge, UrgencyBadge } from '@verbatim/ui/Badge.tsx'
import { dateTimeText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { useState } from 'react'
import { groupNamesQuery } from '#lists/group-names.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { FacedPerson } from '#thread/FacedPerson.tsx'
import { ThemeLink } from '#thread/ThemeLink.tsx'
import { AssigneePicker } from './AssigneePicker.tsx'
import classes from './EventFacts.module.css'
import { NotifyAuthor } from './NotifyAuthor.tsx'

interface EventFactsProps {
  event: CognitiveEventDetail
  conversation: Conversation | undefined
}

/** The facts about an event, next to its texts. */
export function EventFacts({ event, conversation }: EventFactsProps) {
  const { disposition, channel, category, urgency, theme, triggeredTime, lastEvidenceTime } = event
  return (
    <section className={classes.facts} aria-label="Facts">
      <Facts
        facts={[
          ['Assignee', <AssigneePicker key="assignee" event={event} />],
          ['Author', event.author && <NotifyAuthor key="author" event={event} />],
          ['Disposition', disposition && dispositionNames[disposition]],
          ['Policy', <PolicyFact key="policy" event={event} />],
          ['Triggered', <DateTime key="triggered" at={triggeredTime} />],
          [
            'Last evidence',
            dateTimeText(lastEvidenceTime) === dateTimeText(triggeredTime) ? undefined : (
              <DateTime key="last" at={lastEvidenceTime} />
            ),
          ],
          ['Channel', <ChannelBadge key="channel" channel={channel} />],
          ['Category', category && <CategoryBadge key="category" category={category} />],
          ['Severity', <SeverityBadge key="severity" severity={event.severity} />],
          ['Urgency', urgency && <UrgencyBadge key="urgency" urgency={urgency} />],
          ['Theme', theme && <ThemeLink key="theme" theme={theme} />],
          ['Groups', <GroupNames key="groups" ids={event.groupIds} />],
          ['Participants', conversation && <Participants key="people" conversation={conversation} />],
        ]}
      />
    </section>
  )
}

/** Unusual facts about an event, shown first. */
export function EventBanners({ event: { blocked, notEvaluated } }: Pick<EventFactsProps, 'event'>) {
  return (
    <>
      {blocked && (
        <Alert color="red" icon={<IconUrgent aria-hidden />} title="Blocked">
          The policy blocked this message. It was not sent.
        </Alert>
      )}
      {notEvaluated && (
        <Alert color="yellow" icon={<IconHelp aria-hidden />} title="Not evaluated">
          A rule could not be evaluated on this text. Read the text yourself.
        </Alert>
      )}
    </>
  )
}

/** The policy in its version at that time; its name links to the current one. */
function PolicyFact({ event: { policyId, policyName, policyVersion } }: Pick<EventFactsProps, 'event'>) {
  const canView = useCan('policies.view')
  return (
    <>
      {canView ? (
        <TextLink href={`/organization/policies/${policyId}`}>
          <bdi>{policyName}</bdi>
        </TextLink>
      ) : (
        <bdi>{policyName}</bdi>
      )}{' '}
      <span className={classes.aside}>version&nbsp;{policyVersion}</span>
    </>
  )
}

function GroupNames({ ids }: { ids: readonly string[] }) {
  const { data } = useQuery(groupNamesQuery(useApi()))
  if (ids.length === 0) return <span className={classes.aside}>None</span>
  const names = ids.flatMap((id) => data?.find((group) => group.id === id)?.name ?? [])
  const others = ids.length - names.length
  if (!data) return <span className={classes.aside}>…</span>
  return (
    <bdi>
      {names.join(', ')}
      {others > 0 && `${names.length > 0 ? ' and ' : ''}${others} you can’t see`}
    </bdi>
  )
}

const few = 4

function Participants({ conversation: { participants } }: { conversation: Conversation }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? participants : participants.slice(0, few)
  return (
    <>
      <ul className={classes.people}>
        {shown.map(({ name, address, userId, contactId, firstAt }) => (
          <li key={`${address} ${firstAt}`}>
            <FacedPerson person={{ name, address, userId, contactId }} />
            {address !== name && <span className={classes.aside}>{readable(address)}</span>}
          </li>
        ))}
      </ul>
      {participants.length > few && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer' : `All ${participants.length}`}
        </Button>
      )}
    </>
  )
}
