import { Button, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InboxItem } from '@verbatim/contract/inbox.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { Face } from '@verbatim/ui/Face.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { useApi, useViewer } from '#shell/use-app-context.ts'
import { deedOf, hrefOf, inboxQuery, useReadInbox } from './inbox.ts'
import classes from './InboxPanel.module.css'

/** Other users' changes that concern the reader, newest first. */
export function InboxPanel({ onClose }: { onClose: () => void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    inboxQuery(useApi()),
  )
  const { mutate: markRead } = useReadInbox()
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const unread = data?.pages[0]?.unread ?? 0
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>Inbox</h2>
        {unread > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => markRead(undefined)}>
            Mark all as read
          </Button>
        )}
      </div>
      {error && !data && <ErrorPage error={error} onRetry={() => void refetch()} />}
      {data && items.length === 0 && (
        <EmptyState title="Your inbox is empty">
          Assignments, changes of your events, mentions, and new events that you are notified of appear here.
        </EmptyState>
      )}
      <ul className={classes.items}>
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            onOpen={() => {
              if (!item.isRead) markRead([item.id])
              onClose()
            }}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          fullWidth
          size="compact-sm"
          variant="subtle"
          className={classes.more ?? ''}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Load older items
        </Button>
      )}
    </>
  )
}

function Item({ item, onOpen }: { item: InboxItem; onOpen: () => void }) {
  const { id: readerId } = useViewer()
  const { actor, policy, severity, at, isRead } = item
  return (
    <li className={classes.item} data-unread={!isRead || undefined}>
      <AppLink href={hrefOf(item, readerId)} className={classes.link} onClick={onOpen}>
        <Face name={actor} />
        <span className={classes.words}>
          {!isRead && <VisuallyHidden component="span">Unread: </VisuallyHidden>}
          <b>
            <bdi>{actor}</bdi>
          </b>{' '}
          {deedOf(item)}
        </span>
        <span className={classes.about}>
          <bdi>{policy}</bdi> · {severityNames[severity]} · <Ago at={at} />
        </span>
      </AppLink>
    </li>
  )
}
