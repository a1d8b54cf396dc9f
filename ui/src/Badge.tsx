import { VisuallyHidden } from '@mantine/core'
import type { Category, Urgency } from '@verbatim/contract/categories.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { EventStatus } from '@verbatim/contract/event-status.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import classes from './Badge.module.css'
import { categoryMeanings, channelMeaning, levelMeanings, type Meaning, statusMeanings } from './colors.ts'

interface BadgeProps {
  meaning: Meaning
  /** Read out before the word to users who cannot see its column: "Severity". */
  of?: string
  /** Without the tinted background: for rows with many badges. */
  quiet?: boolean
  /** Only the word, dimmed, for values that need no attention, as most do. */
  muted?: boolean
}

/** One meaning: icon, word, colour. */
export function Badge({ meaning, of, quiet, muted }: BadgeProps) {
  const { icon: MeaningIcon, label, tone } = meaning
  return (
    <span
      className={classes.badge}
      data-tone={tone}
      data-quiet={quiet || muted || undefined}
      data-muted={muted || undefined}
    >
      {!muted && <MeaningIcon size={14} stroke={2} aria-hidden />}
      {of && <VisuallyHidden component="span">{of}: </VisuallyHidden>}
      {label}
    </span>
  )
}

export function CategoryBadge({ category }: { category: Category }) {
  return <Badge meaning={categoryMeanings[category]} of="Category" muted={category === 'other'} />
}

export function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  return <Badge meaning={levelMeanings[urgency]} of="Urgency" muted={urgency === 'low'} />
}

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <Badge meaning={levelMeanings[severity]} of="Severity" muted={severity === 'low'} />
}

export function StatusBadge({ status }: { status: EventStatus }) {
  return <Badge meaning={statusMeanings[status]} of="Status" />
}

export function ChannelBadge({ channel }: { channel: Channel }) {
  return <Badge meaning={channelMeaning(channel)} of="Channel" quiet />
}
