import { categories, categoryNames, urgencies, urgencyNames } from '@verbatim/contract/categories.ts'
import type { WaitingClient } from '@verbatim/contract/metric-lists.ts'
import { narrowingQuery, noOwner, waitingOf } from '@verbatim/contract/rows-of.ts'
import { CategoryBadge, ChannelBadge, UrgencyBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useCan } from '#shell/use-app-context.ts'
import { durationText } from '@verbatim/contract/figure-words.ts'
import { NarrowedTo } from './NarrowedTo.tsx'
import { useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { salesRows } from './sales-rows.ts'
import { useRows } from './use-rows.ts'

const columns: readonly Column<WaitingClient>[] = [
  {
    id: 'title',
    label: 'Conversation',
    narrow: 'line',
    cell: ({ title }) => <bdi>{title ? addressText(title) : 'Without a name'}</bdi>,
  },
  { id: 'channel', label: 'Channel', width: 168, cell: ({ channel }) => <ChannelBadge channel={channel} /> },
  {
    id: 'category',
    label: 'Category',
    width: 120,
    cell: ({ category }) => <CategoryBadge category={category} />,
  },
  {
    id: 'urgency',
    label: 'Urgency',
    sortBy: 'urgency',
    width: 104,
    cell: ({ urgency }) => <UrgencyBadge urgency={urgency} />,
  },
  {
    id: 'representatives',
    label: 'Representatives',
    width: 200,
    narrow: 'named',
    cell: ({ representatives }) => <bdi>{representatives.map(({ name }) => name).join(', ') || '–'}</bdi>,
  },
  {
    id: 'since',
    label: 'Waiting for',
    sortBy: 'since',
    isOpposite: true,
    align: 'right',
    width: 160,
    narrow: 'end',
    cell: ({ hours }) => durationText(hours * 60),
  },
]

/** Clients who wait for an answer now. A row opens the conversation at the message that was not answered. */
export function WaitingTable() {
  const { state, hrefOf } = useRowsAddress(salesRows)
  const rows = useRows(salesRows, 'waiting-clients', narrowingQuery(waitingOf(state.of ?? '')))
  const canRead = useCan('messages.view')
  const overview = useOverviewHref()
  return (
    <RowsPanel
      rows={rows}
      columns={columns}
      rowId={({ conversationId }) => conversationId}
      rowLabel={({ title }) => `Conversation ${addressText(title)}`}
      rowHref={({ conversationId, messageId }) => (canRead ? overview(conversationId, messageId) : undefined)}
      searchPlaceholder="Search waiting clients"
      narrowed={
        state.of !== undefined && (
          <NarrowedTo
            {...wordsOf(state.of, rows.answer.data?.items)}
            all={{ label: 'Show all waiting clients', href: hrefOf('waiting') }}
          />
        )
      }
      none="No client waits for an answer"
    />
  )
}

/** Which clients they are. Each of those of a representative names them. */
function wordsOf(of: string, items: readonly WaitingClient[] | undefined) {
  const { owner: [owner] = [], channel, group, category = [], urgency = [] } = waitingOf(of) ?? {}
  const wanted = categories
    .filter((one) => category.includes(one))
    .map((one) => categoryNames[one].toLowerCase())
  const urgent = urgencies
    .filter((one) => urgency.includes(one))
    .map((one) => urgencyNames[one].toLowerCase())
  const further = [
    ...(wanted.length > 0 ? [`with a ${wanted.join(' or ')}`] : []),
    ...(urgent.length > 0 ? [`with ${urgent.join(' or ')} urgency`] : []),
  ]
  return { of: owner === undefined ? 'Clients who wait' : ownerText(owner, items), further, channel, group }
}

function ownerText(owner: string, items: readonly WaitingClient[] | undefined): string {
  if (owner === noOwner) return 'Clients without a representative'
  const people = items?.flatMap(({ representatives }) => representatives)
  const name = people?.find(({ id }) => id === owner)?.name
  return name ? `Clients of ${name}` : 'Clients of one representative'
}
