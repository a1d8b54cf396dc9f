import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChecks, IconClock, IconExclamationCircle } from '@tabler/icons-react'
import { failedText } from '@verbatim/contract/delivery-words.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import classes from './Bubble.module.css'
import { DateTime } from '#DateTime.tsx'
import { Link } from '#Link.tsx'
import { failedStates } from './message-words.ts'

/** When a message was posted, and whether it arrived. */
export function BubbleStamp({ message, href }: { message: ThreadMessage; href: string | undefined }) {
  const { postedAt, deliveryState, receipts } = message
  return (
    <span className={classes.stamp}>
      {href ? (
        <Link href={href} className={classes.time}>
          <DateTime at={postedAt} show="time" />
        </Link>
      ) : (
        <span className={classes.time}>
          <DateTime at={postedAt} show="time" />
        </span>
      )}
      {deliveryState && <Delivery state={deliveryState} receipts={receipts} />}
    </span>
  )
}

function Delivery({ state, receipts }: { state: string; receipts: ThreadMessage['receipts'] }) {
  const code = receipts.find((receipt) => receipt.errorCode !== undefined)?.errorCode
  const isFailed = failedStates.includes(state)
  const label = isFailed ? failedText(state, code) : state
  const StateIcon = isFailed
    ? IconExclamationCircle
    : ['delivered', 'read', 'played', 'viewed'].includes(state)
      ? IconChecks
      : state === 'sent'
        ? IconCheck
        : IconClock
  return (
    <span className={classes.delivery} data-state={isFailed ? 'failed' : state} title={label}>
      <StateIcon size={14} aria-hidden />
      {isFailed ? <span>{label}</span> : <VisuallyHidden component="span">{label}</VisuallyHidden>}
    </span>
  )
}
