import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { toAddress } from '@verbatim/client/list-state.ts'
import { exportMessages, type Message, messageList } from '@verbatim/contract/messages.ts'
import { dateTimeText, numberText } from '@verbatim/ui/dates.ts'
import { readable } from '@verbatim/ui/readable.ts'
import { goTo } from '#lists/address-change.ts'
import { list } from '#lists/list.ts'
import { useListAddress } from '#lists/list-address.ts'
import { ListScreen, useListAnswer } from '#lists/ListScreen.tsx'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import { useApi } from '#shell/use-app-context.ts'
import { HiddenNames } from '#thread/HiddenNames.tsx'
import { useReadingPane } from '#lists/reading-pane.ts'
import { rowsAhead } from '#lists/rows-ahead.ts'
import { rowsOf } from '#lists/rows-of.ts'
import { usePaneKeys } from '#lists/use-pane-keys.ts'
import { lazy, Suspense } from 'react'
import { useHeldRows } from './held-rows.ts'
import { messageColumns } from './message-columns.tsx'
import classes from './MessagesScreen.module.css'
import { messagesQuestion, messageTotalQuery } from './queries.ts'
import { messageFilters, useMessageFilters } from './message-filters.ts'

const SearchHelp = lazy(() =>
  import('./SearchHelp.tsx').then(({ SearchHelp: Loaded }) => ({ default: Loaded })),
)
const MessagePane = lazy(() =>
  import('./MessagePane.tsx').then(({ MessagePane: Loaded }) => ({ default: Loaded })),
)

/** Content Library: every captured message that the reader may see, searched and filtered. */
export const messagesList = list({
  ...messagesQuestion,
  title: 'Content Library',
  saved: 'messages',
  noun: 'messages',
  columns: messageColumns,
  days: { sortBy: 'postedDate', at: ({ postedAt }) => postedAt },
  fields: messageFilters,
  searchPlaceholder: 'Search messages',
  rowLabel: ({ from, postedAt }) => `Message from ${readable(from)}, ${dateTimeText(postedAt)}`,
  exports: { title: 'Messages', call: exportMessages },
  empty: {
    icon: IconMessages,
    drawing: 'thread',
    title: 'No messages in the last 30 days',
    text: 'Captured messages appear here as soon as they arrive. Choose a longer period to see older ones.',
  },
})

export function MessagesScreen() {
  const { history } = useRouter()
  const { state } = useListAddress(messageList)
  const answer = useListAnswer(messagesList, state)
  const fresh = answer.isPlaceholderData ? undefined : answer.data
  const { page = answer.data, arrived, show } = useHeldRows<Message, NonNullable<typeof fresh>>(fresh, state)
  const counted = useQuery({ ...messageTotalQuery(useApi(), state), enabled: fresh?.atLeast === true })
  const data = page?.atLeast && counted.data ? { ...page, ...counted.data } : page
  const overview = useOverviewHref()
  const pageOf = (id: string) => `/messages/${id}${searchText(toAddress(messageList, state))}`
  const pane = useReadingPane(pageOf)
  const openConversation = (id: string) => {
    const row = data?.items.find((one) => one.id === id)
    if (row) goTo(history, overview(row.conversationId, id))
  }
  usePaneKeys(pane, rowsOf({ ...answer, data }), { onRow: { o: openConversation }, onContent: {} })
  return (
    <ListScreen
      list={messagesList}
      answer={{ ...answer, data }}
      fields={useMessageFilters()}
      searchHelp={
        <Suspense>
          <SearchHelp />
        </Suspense>
      }
      rowHref={({ id }) => pageOf(id)}
      rowKeys={{ o: ({ id }) => openConversation(id) }}
      pane={{
        state: pane,
        one: 'message',
        pageOf,
        draw: (id) => (
          <Suspense>
            <MessagePane id={id} search={state.search} ahead={rowsAhead(data?.items, id)} />
          </Suspense>
        ),
      }}
      arrivals={{ count: arrived, onShow: show }}
      note={
        <>
          <HiddenNames />
          <PartlySearchable count={page?.partlySearchable} />
        </>
      }
    />
  )
}

function PartlySearchable({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return
  return (
    <p className={classes.partly}>
      {count === 1 ? 'One message is' : `${numberText(count)} messages are`} too long to be indexed
      completely. Search may miss some of {count === 1 ? 'its' : 'their'} words and match phrases less
      precisely.
    </p>
  )
}
