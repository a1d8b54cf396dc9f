import { useQuery } from '@tanstack/react-query'
import { noOwner, type WaitingClient } from '@verbatim/contract/dashboards.ts'
import { CategoryBadge, ChannelBadge, UrgencyBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { durationText } from '@verbatim/contract/figure-words.ts'
import { waitingQuery } from './queries.ts'
import { usePeriod, useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { salesKinds } from './sales-kinds.ts'
import classes from './WaitingTable.module.css'

type WaitingRow = WaitingClient & { readonly id: string }

const columns: readonly Column<WaitingRow>[] = [
  {
    id: 'title',
    label: 'Conversation',
    narrow: 'line',
    cell: ({ title }) => <bdi>{title ? readable(title) : 'Without a name'}</bdi>,
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
  const { period } = usePeriod()
  const { state, hrefOf } = useRowsAddress('sales-effectiveness', salesKinds)
  const canRead = useCan('messages.view')
  const overview = useOverviewHref()
  const { data, error, isPlaceholderData, refetch } = useQuery(waitingQuery(useApi(), period, state))
  const items = data?.items.map((row): WaitingRow => ({ ...row, id: row.conversationId }))
  return (
    <RowsPanel
      tab="sales-effectiveness"
      title="Representatives and clients"
      kinds={salesKinds}
      columns={columns}
      answer={{ data: items && { items, total: data?.total ?? 0 }, error, isPlaceholderData, refetch }}
      rowLabel={({ title }) => `Conversation ${readable(title)}`}
      rowHref={({ conversationId, messageId }) => (canRead ? overview(conversationId, messageId) : undefined)}
      searchPlaceholder="Search waiting clients"
      narrowed={
        state.of !== undefined && (
          <p className={classes.narrowed}>
            <span>{ofText(state.of, items)}</span>
            <TextLink href={hrefOf('waiting')}>Show all waiting clients</TextLink>
          </p>
        )
      }
      none="No client waits for an answer"
    />
  )
}

/** Whose clients they are. Each of them names the representative. */
function ofText(of: string, items: readonly WaitingRow[] | undefined): string {
  if (of === noOwner) return 'Clients without a representative'
  const people = items?.flatMap(({ representatives }) => representatives)
  const name = people?.find(({ id }) => id === of)?.name
  return name ? `Clients of ${name}` : 'Clients of one representative'
}
