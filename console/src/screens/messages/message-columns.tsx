import { VisuallyHidden } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { languageName } from '@verbatim/contract/languages.ts'
import type { Message } from '@verbatim/contract/messages.ts'
import { CategoryBadge, ChannelBadge, UrgencyBadge } from '@verbatim/ui/Badge.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { FromTo } from '@verbatim/ui/thread/FromTo.tsx'
import { Moment } from '@verbatim/ui/Moment.tsx'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import { directionNames } from './direction-names.ts'
import classes from './message-columns.module.css'
import { MessagePreview } from './MessagePreview.tsx'
import { OpenConversation } from './OpenConversation.tsx'

/** The columns of the Content Library. */
export const messageColumns: readonly Column<Message>[] = [
  {
    id: 'date',
    label: 'Date',
    sortBy: 'postedDate',
    width: 110,
    widthByDay: 72,
    cell: ({ postedAt }) => <Moment at={postedAt} isListed />,
  },
  {
    id: 'from',
    label: 'From → To',
    sortBy: 'persons.displayName',
    width: 232,
    leastWidth: 192,
    narrow: 'line',
    cell: ({ from, author, to, channel, direction }) => (
      <FromTo from={from} address={author.address} to={to} channel={channel} direction={direction} />
    ),
  },
  {
    id: 'content',
    label: 'Content',
    narrow: 'line',
    cell: (message) => <MessagePreview message={message} />,
  },
  {
    id: 'category',
    label: 'Category, theme',
    sortBy: 'categoryId',
    width: 128,
    leastWidth: 116,
    cell: ({ category, theme }) => (
      <TwoLines
        first={<CategoryBadge category={category} />}
        second={theme && <bdi title={theme.name}>{theme.name}</bdi>}
      />
    ),
  },
  {
    id: 'urgency',
    label: 'Urgency',
    sortBy: 'urgency',
    width: 92,
    cell: ({ urgency }) => <UrgencyBadge urgency={urgency} />,
  },
  {
    id: 'channel',
    label: 'Channel',
    sortBy: 'channelType',
    width: 154,
    optional: true,
    narrow: 'out',
    cell: ({ channel }) => (
      <span className={classes.channel}>
        <ChannelBadge channel={channel} />
      </span>
    ),
  },
  {
    id: 'attachments',
    label: 'Files',
    sortBy: 'attachmentCount',
    width: 52,
    align: 'right',
    count: ({ attachmentCount }) => attachmentCount,
    cell: ({ attachmentCount }) => <Attachments count={attachmentCount} />,
  },
  {
    id: 'direction',
    label: 'Direction',
    width: 96,
    optional: true,
    cell: ({ direction }) => directionNames[direction],
  },
  {
    id: 'language',
    label: 'Language',
    width: 96,
    optional: true,
    narrow: 'out',
    cell: ({ language }) => (language === 'und' ? undefined : languageName(language)),
  },
  {
    id: 'address',
    label: 'Address',
    width: 176,
    optional: true,
    narrow: 'out',
    cell: ({ author }) => <bdi>{addressText(author.address)}</bdi>,
  },
  {
    id: 'captured',
    label: 'Captured',
    sortBy: 'capturedDate',
    width: 110,
    optional: true,
    narrow: 'out',
    cell: ({ capturedAt }) => <Moment at={capturedAt} />,
  },
  {
    id: 'conversation',
    label: 'Thread',
    width: 72,
    leastWidth: 64,
    narrow: 'corner',
    cell: (message) => <OpenConversation message={message} />,
  },
]

function Attachments({ count }: { count: number }) {
  if (count === 0) return
  return (
    <span className={classes.files}>
      <IconPaperclip size={14} aria-hidden />
      {count}
      <VisuallyHidden component="span">{count === 1 ? ' attachment' : ' attachments'}</VisuallyHidden>
    </span>
  )
}
