import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { toAddress, toExportCall } from '@verbatim/client/list-state.ts'
import { exportMessages, type Message, messageList } from '@verbatim/contract/messages.ts'
import { badgeCount } from '@verbatim/ui/badge-count.ts'
import { dateTimeText, numberText } from '@verbatim/ui/dates.ts'
import { ExportMenu } from '#shell/exports/ExportMenu.tsx'
import { useListAddress } from '#shell/list-address.ts'
import { ListScreen } from '#shell/ListScreen.tsx'
import { useOverviewHref } from '#shell/overview-address.ts'
import { searchText } from '#shell/search-text.ts'
import { useApi, useCan } from '#shell/use-house.ts'
import { useHeldRows } from './held-rows.ts'
import { messageColumns } from './message-columns.tsx'
import classes from './MessagesScreen.module.css'
import { messagesQuery, messageTotalQuery } from './queries.ts'
import { SearchHelp } from './SearchHelp.tsx'
import { useMessageFields } from './use-message-fields.ts'

/** Content Library: every captured message that the reader may see, searched and filtered. */
export function MessagesScreen() {
  const api = useApi()
  const { history } = useRouter()
  const { state } = useListAddress(messageList)
  const answer = useQuery(messagesQuery(api, state))
  const fresh = answer.isPlaceholderData ? undefined : answer.data
  const { page = answer.data, arrived, show } = useHeldRows<Message, NonNullable<typeof fresh>>(fresh, state)
  const counted = useQuery({ ...messageTotalQuery(api, state), enabled: fresh?.atLeast === true })
  const data = page?.atLeast && counted.data ? { ...page, ...counted.data } : page
  const overview = useOverviewHref()
  const mayExport = useCan('messages.export')
  return (
    <ListScreen
      title="Content Library"
      noun="messages"
      spec={messageList}
      answer={{ ...answer, data }}
      columns={messageColumns}
      fields={useMessageFields(page?.items ?? [])}
      searchPlaceholder="Search messages"
      searchHelp={<SearchHelp />}
      rowHref={({ id }) => `/messages/${id}${searchText(toAddress(messageList, state))}`}
      rowLabel={({ from, postedAt }) => `Message from ${from}, ${dateTimeText(postedAt)}`}
      rowKeys={{ o: ({ conversationId, id }) => history.push(overview(conversationId, id)) }}
      action={
        <>
          <Arrived count={arrived} onShow={show} />
          {mayExport && (
            <ExportMenu
              title="Messages"
              isEmpty={page?.total === 0}
              start={(format) =>
                api(exportMessages, { query: toExportCall(messageList, state), body: { format } })
              }
            />
          )}
        </>
      }
      note={<PartlySearchable count={page?.partlySearchable} />}
      empty={{
        icon: IconMessages,
        title: 'No messages in the last 30 days',
        text: 'Captured messages appear here as soon as they arrive. Choose a longer period to see older ones.',
      }}
    />
  )
}

/** What has come since the list was read, and lets it in. */
function Arrived({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className={classes.arrived}>
      {count > 0 && (
        <Button variant="light" onClick={onShow}>
          {badgeCount(count)} new
        </Button>
      )}
    </div>
  )
}

function PartlySearchable({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return
  return (
    <p className={classes.partly}>
      {count === 1 ? 'One message is' : `${numberText(count)} messages are`} too long to be indexed
      completely: some of their words are not found, and phrases match less precisely there.
    </p>
  )
}
