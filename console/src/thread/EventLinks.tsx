import { Text } from '@mantine/core'
import type { CognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import { SeverityBadge, StatusBadge } from '@verbatim/ui/Badge.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import classes from './EventLinks.module.css'
import type { RelatedEvents } from './related-events.ts'

/** Cognitive events as links, with their number; `none` is the text without any. */
export function EventLinks({ events: { items, total }, none }: { events: RelatedEvents; none: string }) {
  if (items.length === 0) return <Text c="dimmed">{none}</Text>
  return (
    <>
      <Links events={items} />
      {items.length < total && (
        <Text c="dimmed" role="status">
          Showing {numberText(items.length)} of {numberText(total)}, the most severe first.
        </Text>
      )}
    </>
  )
}

function Links({ events }: { events: readonly CognitiveEvent[] }) {
  return (
    <ul className={classes.events}>
      {events.map((event) => (
        <li key={event.id}>
          <Link href={`/events/${event.id}`} className={classes.event}>
            <span className={classes.policy}>
              <bdi>{event.policyName}</bdi>
            </span>
            <span className={classes.badges}>
              <SeverityBadge severity={event.severity} />
              <StatusBadge status={event.status} />
            </span>
            <span className={classes.when}>
              <bdi>{event.ruleNames.join(', ')}</bdi> · <Ago at={event.triggeredTime} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
