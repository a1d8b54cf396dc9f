import {
  type Icon,
  IconArrowDownLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowUpRight,
} from '@tabler/icons-react'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { Direction } from '@verbatim/contract/messages.ts'
import type { ToLine } from '@verbatim/contract/to-line.ts'
import { badgeCount } from '#badge-count.ts'
import { channelMeaning } from '#colors.ts'
import { Face } from '#Face.tsx'
import classes from './FromTo.module.css'
import { addressText, readable } from '#readable.ts'

interface FromToProps {
  from: string
  /** The author's address, shown on hover. */
  address?: string
  to: ToLine
  channel: Channel
  direction?: Direction
}

const arrows: Record<Direction, { icon: Icon; words: string }> = {
  inbound: { icon: IconArrowDownLeft, words: 'Received by' },
  outbound: { icon: IconArrowUpRight, words: 'Sent to' },
  internal: { icon: IconArrowsHorizontal, words: 'Internal, to' },
  unknown: { icon: IconArrowRight, words: 'To' },
}

/** The author, the channel and the recipients; a conversation with a title is named by it. */
export function FromTo({ from, address, to, channel, direction = 'unknown' }: FromToProps) {
  const { label, icon: ChannelIcon } = channelMeaning(channel)
  const { icon: Arrow, words } = arrows[direction]
  const names = toWords(to)
  return (
    <div className={classes.lines}>
      <div className={classes.line} title={addressText(address ?? from)}>
        <span className={classes.mark} title={label}>
          <ChannelIcon size={14} aria-label={`${label}:`} role="img" />
        </span>
        <Face name={from} size="tiny" />
        <bdi className={classes.name}>{readable(from)}</bdi>
      </div>
      {names && (
        <div className={classes.to} title={`${words} ${allNames(to)}`}>
          <span className={classes.mark}>
            <Arrow size={14} aria-label={words} role="img" />
          </span>
          <bdi className={classes.name}>{names}</bdi>
        </div>
      )}
    </div>
  )
}

/** `Ann Ash, Ben Berg +4`, or the conversation's title. */
function toWords({ names, more, title }: ToLine): string | undefined {
  if (title) return title
  if (names.length === 0) return
  const shown = names.map(readable).join(', ')
  return more > 0 ? `${shown} +${badgeCount(more)}` : shown
}

function allNames({ names, more, title }: ToLine): string {
  const shown = names.map(readable).join(', ')
  const people = more > 0 ? `${shown} and ${badgeCount(more)} more` : shown
  return title && people ? `${title}: ${people}` : title || people
}
