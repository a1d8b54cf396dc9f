import { Button, Skeleton } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import { maxSearchLength } from '@verbatim/contract/list.ts'
import type { MessengerConversation } from '@verbatim/contract/messenger.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { SearchBox } from '@verbatim/ui/filters/SearchBox.tsx'
import type { KeyboardEvent } from 'react'
import { Failed } from '#shell/Failed.tsx'
import { useVisit } from '#shell/use-visit.ts'
import classes from './ConversationList.module.css'
import { ConversationRow } from './ConversationRow.tsx'
import { conversationsQuery } from './queries.ts'

const route = getRouteApi('/_signed-in')

/** The reader's conversations, latest first, and a search among them. */
export function ConversationList() {
  const { find } = route.useSearch()
  const navigate = useNavigate()
  const seek = (text: string) =>
    void navigate({ to: '.', search: (old) => ({ ...old, find: text.trim() || undefined }), replace: true })
  return (
    <>
      <div className={classes.search}>
        <SearchBox value={find ?? ''} onChange={seek} placeholder="Search people" />
      </div>
      <div className={classes.scroll}>
        {find && find.length > maxSearchLength ? <TooLong /> : <Rows find={find} />}
      </div>
    </>
  )
}

function Rows({ find }: { find: string | undefined }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    conversationsQuery(useVisit(), find),
  )
  if (!data && error) return <ListFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <Pending />
  const rows = oncePerId(data.pages.flatMap(({ answer }) => answer.items))
  if (rows.length === 0) return <Nothing find={find} />
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move through its links */}
      <ul className={classes.rows} aria-label="Conversations, latest first" onKeyDown={walk}>
        {rows.map((conversation) => (
          <li key={conversation.id}>
            <ConversationRow conversation={conversation} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier conversations
          </Button>
        </div>
      )}
    </>
  )
}

function Nothing({ find }: { find: string | undefined }) {
  return find ? (
    <EmptyState drawing="lens" title="No results">
      The search covers names, numbers and titles of your conversations.
    </EmptyState>
  ) : (
    <EmptyState drawing="thread" title="No conversations yet">
      Messages from clients on all channels appear here.
    </EmptyState>
  )
}

function TooLong() {
  return (
    <EmptyState drawing="lens" title="This search is too long">
      Search for at most {numberText(maxSearchLength)} characters.
    </EmptyState>
  )
}

function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (asFailure(error).code === 'access.denied')
    return (
      <EmptyState icon={IconMessages} title="The messenger is not turned on for you">
        Ask an administrator of your organization to make you a messenger user.
      </EmptyState>
    )
  return <Failed error={error} onRetry={onRetry} />
}

function Pending() {
  return (
    <div className={classes.pending} role="status" aria-label="Loading conversations">
      {[70, 55, 80, 60, 75, 50].map((width) => (
        <div key={width} className={classes.pendingRow}>
          <Skeleton circle height={40} />
          <div className={classes.pendingWords}>
            <Skeleton height={14} width={`${width - 20}%`} />
            <Skeleton height={12} width={`${width}%`} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** A conversation that moved up while pages were read is listed only at its first place. */
function oncePerId(rows: readonly MessengerConversation[]): MessengerConversation[] {
  return [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed()
}

/** Up and down move to the neighbouring conversation; Enter opens it, like any link. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
