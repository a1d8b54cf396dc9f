import { Link } from '@tanstack/react-router'
import type { MessengerConversation } from '@verbatim/contract/messenger.ts'
import { Face } from '@verbatim/ui/Face.tsx'
import { useNow } from '@verbatim/ui/clock.ts'
import { channelMeaning } from '@verbatim/ui/colors.ts'
import { utcText } from '@verbatim/ui/dates.ts'
import classes from './ConversationRow.module.css'
import { lastWords, nameOf, whenText } from './words.ts'

/** A conversation in the list: its people, account, time, and last message. */
export function ConversationRow({ conversation }: { conversation: MessengerConversation }) {
  const now = useNow()
  const { id, channel, lastAt, lastMessage } = conversation
  const { label, icon: ChannelIcon } = channelMeaning(channel)
  const at = lastMessage?.postedAt ?? lastAt
  const name = nameOf(conversation)
  return (
    <Link to="/$id" params={{ id }} search={({ find }) => ({ find })} className={classes.row}>
      <Face name={name} isGroup={conversation.otherCount > 1} size="medium" />
      <span className={classes.words}>
        <span className={classes.line}>
          <bdi className={classes.name}>{name}</bdi>
          <time dateTime={at} title={utcText(at)} className={classes.when}>
            {whenText(at, now)}
          </time>
        </span>
        <span className={classes.line}>
          <span className={classes.last} dir="auto">
            {lastWords(conversation)}
          </span>
          <span title={label} className={classes.channel}>
            <ChannelIcon size={14} aria-label={label} />
          </span>
        </span>
      </span>
    </Link>
  )
}
