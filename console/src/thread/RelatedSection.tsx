import { Title, type TitleProps } from '@mantine/core'
import { numberText } from '@verbatim/ui/dates.ts'
import { EventLinks } from './EventLinks.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import type { RelatedEventsState } from './related-events.ts'

interface RelatedSectionProps extends RelatedEventsState {
  order: NonNullable<TitleProps['order']>
  titleClass: string | undefined
  /** The text without events. */
  none: string
}

/** The cognitive events about a message or a conversation; absent until they are known, and for readers who may not see events. */
export function RelatedSection({ events, retry, order, titleClass, none }: RelatedSectionProps) {
  if (!events && !retry) return
  return (
    <section>
      <Title order={order} className={titleClass}>
        Cognitive events{events && events.total > 0 && ` (${numberText(events.total)})`}
      </Title>
      <NotLoaded what="Events" onRetry={retry} />
      {events && <EventLinks events={events} none={none} />}
    </section>
  )
}
