import { minuteMs } from '@verbatim/contract/durations.ts'
import { durationText } from '@verbatim/contract/figure-words.ts'
import type { MetricConversation } from '@verbatim/contract/metric-lists.ts'
import { conversationsOf, narrowingQuery, narrowingText } from '@verbatim/contract/rows-of.ts'
import { ChannelBadge } from '@verbatim/ui/Badge.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { countColumn } from '#lists/usual-columns.tsx'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useCan } from '#shell/use-app-context.ts'
import { ThemeLink } from '#thread/ThemeLink.tsx'
import { digitalRows } from './digital-rows.ts'
import { NarrowedTo } from './NarrowedTo.tsx'
import { usePeriod, useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { ThemeSelect } from './ThemeSelect.tsx'
import { useRows } from './use-rows.ts'

/** @param about What they are about, for those who may see it. */
const columnsWith = (about: readonly Column<MetricConversation>[]): readonly Column<MetricConversation>[] => [
  {
    id: 'title',
    label: 'Conversation',
    narrow: 'line',
    cell: ({ title: name }) => <bdi>{name ? addressText(name) : 'Without a name'}</bdi>,
  },
  { id: 'channel', label: 'Channel', width: 168, cell: ({ channel }) => <ChannelBadge channel={channel} /> },
  ...about,
  countColumn('messages', 'Messages', { width: 112 }),
  {
    id: 'first',
    label: 'Began',
    sortBy: 'firstAt',
    width: 176,
    narrow: 'named',
    cell: ({ firstAt }) => <DateTime at={firstAt} />,
  },
  {
    id: 'length',
    label: 'Lasted',
    width: 168,
    narrow: 'named',
    cell: ({ firstAt, lastAt }) => durationText((Date.parse(lastAt) - Date.parse(firstAt)) / minuteMs),
  },
]

/** The theme opens in the days of the list. */
const themeColumn = (period: string): Column<MetricConversation> => ({
  id: 'theme',
  label: 'Theme',
  width: 176,
  narrow: 'named',
  cell: ({ theme }) => (theme ? <ThemeLink theme={theme} period={period} /> : '–'),
})

/** The conversations of a period. A row opens the conversation, its theme the page of the theme. */
export function ConversationsTable() {
  const { state, narrow, hrefOf } = useRowsAddress(digitalRows)
  const { period } = usePeriod()
  const narrowing = conversationsOf(state.of ?? '') ?? {}
  const { theme: [theme] = [], ...scoped } = narrowing
  const isOfLink = scoped.channel !== undefined || scoped.group !== undefined
  const canRead = useCan('messages.view')
  const seesThemes = useCan('themes.view')
  const overview = useOverviewHref()
  const choose = (chosen: string | undefined) =>
    narrow(narrowingText({ ...scoped, ...(chosen !== undefined && { theme: [chosen] }) }) || undefined)
  return (
    <RowsPanel
      rows={useRows(digitalRows, 'conversations-of-period', narrowingQuery(narrowing))}
      columns={columnsWith(seesThemes ? [themeColumn(period)] : [])}
      // A conversation with a long pause is there more than once.
      rowId={({ conversationId, firstAt }) => `${conversationId} ${firstAt}`}
      rowLabel={({ title: name }) => `Conversation ${addressText(name)}`}
      rowHref={({ conversationId }) => (canRead ? overview(conversationId) : undefined)}
      searchPlaceholder="Search conversations"
      narrowed={
        <>
          {seesThemes && <ThemeSelect value={theme} onChange={choose} />}
          {isOfLink && (
            <NarrowedTo
              of="Conversations"
              {...scoped}
              all={{ label: 'Show all conversations', href: hrefOf('conversations') }}
            />
          )}
        </>
      }
      none="No conversations in this period"
    />
  )
}
