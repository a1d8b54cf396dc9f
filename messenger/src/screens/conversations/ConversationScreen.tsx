import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Failed } from '#shell/Failed.tsx'
import { isWithdrawn } from '#shell/read.ts'
import { useVisit } from '#shell/use-visit.ts'
import { AboutPane } from './AboutPane.tsx'
import classes from './ConversationScreen.module.css'
import { BackLink } from './PaneLinks.tsx'
import { threadQuery } from './queries.ts'
import { ThreadPane, ThreadPending } from './ThreadPane.tsx'
import { nameOf } from './words.ts'

const route = getRouteApi('/_signed-in/$id')

/** One conversation: its thread, and its participants. */
export function ConversationScreen() {
  const { id } = route.useParams()
  const { about } = route.useSearch()
  const thread = useInfiniteQuery(threadQuery(useVisit(), id))
  const { data, error, refetch } = thread
  const newest = data?.pages[0]?.answer
  if (!newest || isWithdrawn(error))
    return (
      <section className={classes.alone} aria-label="Conversation">
        <header className={classes.head}>
          <BackLink />
        </header>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <ThreadPending />}
      </section>
    )
  return (
    <div className={classes.open} data-about={about || undefined}>
      <title>{`${nameOf(newest)} · Verbatim Messenger`}</title>
      <ThreadPane
        key={id}
        conversation={newest}
        pages={data.pages.map(({ answer }) => answer)}
        hasEarlier={thread.hasNextPage}
        isFetchingEarlier={thread.isFetchingNextPage}
        onEarlier={() => void thread.fetchNextPage()}
      />
      <AboutPane conversation={newest} />
    </div>
  )
}
