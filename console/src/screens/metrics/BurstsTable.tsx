import type { Burst } from '@verbatim/contract/metric-lists.ts'
import {
  type BurstKind,
  burstKinds,
  burstsOf,
  narrowingQuery,
  narrowingText,
} from '@verbatim/contract/rows-of.ts'
import { durationText } from '@verbatim/contract/figure-words.ts'
import { ChannelBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { addressText, readable } from '@verbatim/ui/readable.ts'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useCan } from '#shell/use-app-context.ts'
import { NarrowedTo } from './NarrowedTo.tsx'
import { useRowsAddress } from './rows-address.ts'
import { RowsPanel } from './RowsPanel.tsx'
import { RowsSelect } from './RowsSelect.tsx'
import { salesRows } from './sales-rows.ts'
import { useRows } from './use-rows.ts'

const kindOptions = optionsOf<BurstKind>(burstKinds, {
  all: 'Answered or not',
  answered: 'Answered',
  'within-a-day': 'Answered within a day',
  unanswered: 'Not answered',
})

const took = (minutes: number | null) => (minutes === null ? '–' : durationText(minutes))

/** Without a minute of business hours in the whole wait, "under a minute" would read like a fast answer. */
const tookOfBusiness = ({ minutes, businessMinutes }: Burst) =>
  minutes !== 0 && businessMinutes === 0 ? '0 minutes' : took(businessMinutes)

const columns: readonly Column<Burst>[] = [
  {
    id: 'title',
    label: 'Conversation',
    width: 168,
    narrow: 'line',
    cell: ({ title }) => <bdi>{title ? addressText(title) : 'Without a name'}</bdi>,
  },
  { id: 'channel', label: 'Channel', width: 168, cell: ({ channel }) => <ChannelBadge channel={channel} /> },
  {
    id: 'from',
    label: 'From',
    width: 118,
    optional: true,
    narrow: 'named',
    cell: ({ from }) => <bdi>{readable(from)}</bdi>,
  },
  {
    id: 'posted',
    label: 'Received',
    sortBy: 'postedAt',
    width: 164,
    narrow: 'named',
    cell: ({ postedAt }) => <DateTime at={postedAt} />,
  },
  {
    id: 'answered',
    label: 'Answered',
    width: 164,
    narrow: 'named',
    cell: ({ answeredAt }) => (answeredAt ? <DateTime at={answeredAt} /> : 'Not answered'),
  },
  {
    id: 'took',
    label: 'Took',
    sortBy: 'minutes',
    align: 'right',
    width: 112,
    narrow: 'named',
    cell: ({ minutes }) => took(minutes),
  },
  {
    id: 'business',
    label: 'In business hours',
    sortBy: 'businessMinutes',
    align: 'right',
    width: 132,
    narrow: 'named',
    cell: tookOfBusiness,
  },
  {
    id: 'representatives',
    label: 'Representatives',
    width: 152,
    narrow: 'named',
    cell: ({ representatives }) => <bdi>{representatives.map(({ name }) => name).join(', ') || '–'}</bdi>,
  },
]

/** How long clients waited for an answer. A row opens the conversation at the message that waited. */
export function BurstsTable() {
  const { state, narrow, hrefOf } = useRowsAddress(salesRows)
  const narrowing = burstsOf(state.of ?? '') ?? {}
  const { channel, group } = narrowing
  // An address that names no kind asks for all.
  const kind = burstKinds.find((one) => narrowing.kind?.includes(one)) ?? 'all'
  const canRead = useCan('messages.view')
  const overview = useOverviewHref()
  return (
    <RowsPanel
      rows={useRows(salesRows, 'response-times', { ...narrowingQuery(narrowing), kind })}
      note="Client messages of this period that started a wait for an answer. Only an answer within 7 days counts."
      columns={columns}
      rowId={({ messageId }) => messageId}
      rowLabel={({ title }) => `Conversation ${addressText(title)}`}
      rowHref={({ conversationId, messageId }) => (canRead ? overview(conversationId, messageId) : undefined)}
      searchPlaceholder="Search conversations and people"
      narrowed={
        <>
          <RowsSelect
            label="Answer"
            options={kindOptions}
            value={kind}
            onChange={(chosen) =>
              narrow(
                narrowingText({ ...narrowing, kind: chosen === 'all' ? undefined : [chosen] }) || undefined,
              )
            }
          />
          {(channel ?? group) && (
            <NarrowedTo
              of="Messages"
              channel={channel}
              group={group}
              all={{ label: 'Show all client messages', href: hrefOf('bursts') }}
            />
          )}
        </>
      }
      none="No such messages in this period"
    />
  )
}
