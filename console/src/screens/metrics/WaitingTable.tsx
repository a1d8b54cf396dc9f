import { categoryNames, urgencyNames } from '@verbatim/contract/categories.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import type { WaitingClient } from '@verbatim/contract/dashboards.ts'
import { noOwner, waitingOf } from '@verbatim/contract/waiting-of.ts'
import { CategoryBadge, ChannelBadge, UrgencyBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useCan } from '#shell/use-app-context.ts'
import { durationText } from '@verbatim/contract/figure-words.ts'
import { useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { salesRows } from './sales-rows.ts'
import { useRows } from './use-rows.ts'
import classes from './Narrowed.module.css'

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
  const rows = useRows(salesRows, 'waiting-clients', waitingOf(state.of ?? ''))
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
          <p className={classes.narrowed}>
            <span>{ofText(state.of, rows.answer.data?.items)}</span>
            <TextLink href={hrefOf('waiting')}>Show all waiting clients</TextLink>
          </p>
        )
      }
      none="No client waits for an answer"
    />
  )
}

/** Which clients they are. Each of those of a representative names them. */
function ofText(of: string, items: readonly WaitingClient[] | undefined): string {
  const { owner, channel, category, urgency } = waitingOf(of) ?? {}
  if (channel) return `Clients who wait on ${channelNames[channel]}`
  if (category) return `Clients who wait with a ${categoryNames[category].toLowerCase()}`
  if (urgency) return `Clients who wait with ${urgencyNames[urgency].toLowerCase()} urgency`
  if (owner === noOwner) return 'Clients without a representative'
  const people = items?.flatMap(({ representatives }) => representatives)
  const name = people?.find(({ id }) => id === of)?.name
  return name ? `Clients of ${name}` : 'Clients of one representative'
}
