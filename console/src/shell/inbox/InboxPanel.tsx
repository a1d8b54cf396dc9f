import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InboxItem } from '@verbatim/contract/inbox.ts'
import { startsDay } from '@verbatim/ui/table/DataTableDays.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { DayItem } from '@verbatim/ui/days/DayItem.tsx'
import { Face } from '@verbatim/ui/Face.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Fragment } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { openable } from '#failures/openable.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { useApi, useViewer } from '#shell/use-app-context.ts'
import { inboxQuery, useReadInbox } from './inbox.ts'
import { aboutOf, actorOf, deedOf, hrefOf } from './inbox-words.ts'
import classes from './InboxPanel.module.css'

const byTime = { sortBy: 'at', at: ({ at }: InboxItem) => at }

/** Other users' changes that concern the reader, newest first. */
export function InboxPanel({ onClose }: { onClose: () => void }) {
  const inbox = openable(useInfiniteQuery(inboxQuery(useApi())))
  const { mutate: markRead } = useReadInbox()
  const unread = inbox.data?.pages[0]?.unread ?? 0
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
      <Loaded of={inbox} pending={<Pending />}>
        {({ pages }) => (
          <Items
            items={pages.flatMap((page) => page.items)}
            onOpen={({ id, isRead }) => {
              if (!isRead) markRead([id])
              onClose()
            }}
          />
        )}
      </Loaded>
      {inbox.data && inbox.hasNextPage && (
        <Button
          fullWidth
          size="compact-sm"
          variant="subtle"
          className={classes.more ?? ''}
          loading={inbox.isFetchingNextPage}
          onClick={() => void inbox.fetchNextPage()}
        >
          Load older items
        </Button>
      )}
    </>
  )
}

function Items({ items, onOpen }: { items: readonly InboxItem[]; onOpen: (item: InboxItem) => void }) {
  if (items.length === 0)
    return (
      <EmptyState title="Your inbox is empty">
        Assignments, changes to your events, mentions, new events that you are notified of, changes to
        approve, finished imports and problems of integrations that you manage appear here.
      </EmptyState>
    )
  return (
    <ul className={classes.items}>
      {items.map((item, index) => (
        <Fragment key={item.id}>
          {startsDay(byTime, items, index) && <DayItem at={item.at} />}
          <Item item={item} onOpen={() => onOpen(item)} />
        </Fragment>
      ))}
    </ul>
  )
}

function Pending() {
  return (
    <Stack p="md" aria-busy>
      {[0, 1, 2].map((item) => (
        <Skeleton key={item} height={36} />
      ))}
    </Stack>
  )
}

function Item({ item, onOpen }: { item: InboxItem; onOpen: () => void }) {
  const { id: readerId } = useViewer()
  const { at, isRead } = item
  const actor = actorOf(item)
  const { name, words } = aboutOf(item)
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
          {name !== undefined && (
            <>
              <bdi>{name}</bdi> ·{' '}
            </>
          )}
          {words} · <DateTime at={at} show="time" />
        </span>
      </AppLink>
    </li>
  )
}
