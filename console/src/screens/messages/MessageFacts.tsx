import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import { languageName } from '@verbatim/contract/languages.ts'
import type { MessageDetails } from '@verbatim/contract/messages.ts'
import { CategoryBadge, ChannelBadge, UrgencyBadge } from '@verbatim/ui/Badge.tsx'
import { Breakable } from '@verbatim/ui/Breakable.tsx'
import { utcDayText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { addressText, readable } from '@verbatim/ui/readable.ts'
import { contentWord } from '@verbatim/contract/content-words.ts'
import type { ReactNode } from 'react'
import { groupNamesQuery } from '#lists/group-names.ts'
import { useApi } from '#shell/use-app-context.ts'
import { directionNames } from './direction-names.ts'
import classes from './MessageFacts.module.css'

interface MessageFactsProps {
  message: MessageDetails
  /** Undefined until it is known. */
  context: Conversation | undefined
}

const mostNames = 6

/** The author, place and time of a message, and its category and urgency. */
export function MessageFacts({ message, context }: MessageFactsProps) {
  const { data: groups = [] } = useQuery(groupNamesQuery(useApi()))
  const { author, account, channel, category, urgency, language, direction, contentType, groupIds } = message
  const groupNames = groups.filter(({ id }) => groupIds.includes(id)).map(({ name }) => name)
  return (
    <Facts
      facts={[
        ['Category', <CategoryBadge key="category" category={category} />],
        ['Urgency', <UrgencyBadge key="urgency" urgency={urgency} />],
        ['Channel', <ChannelBadge key="channel" channel={channel} />],
        ['Direction', directionNames[direction]],
        [
          'From',
          <NamedFace
            key="from"
            name={author.name}
            size="tiny"
            detail={author.address === author.name ? undefined : addressText(author.address)}
          />,
        ],
        ['Participants', context && <Names names={context.participants.map(({ name }) => readable(name))} />],
        ['Account', account && <Person name={account.name} address={account.address} />],
        ['Owner', account?.owner && <bdi>{account.owner}</bdi>],
        ['Groups', groupNames.length > 0 && <Names names={groupNames} />],
        ['Content', contentType === 'text' ? undefined : contentWord(contentType)],
        ['Language', language === 'und' ? undefined : languageName(language)],
        ['Posted', <DateTime key="posted" at={message.postedAt} />],
        ['Captured', <DateTime key="captured" at={message.capturedAt} />],
        ['Promised by', message.promisedFor && utcDayText(new Date(message.promisedFor))],
        ['Search', message.isPartlySearchable && 'Too long to be indexed completely'],
      ]}
    />
  )
}

function Person({ name, address }: { name: string; address: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      {address !== name && (
        <bdi className={classes.address}>
          <Breakable text={addressText(address)} />
        </bdi>
      )}
    </>
  )
}

/** Some of them, and the number of others. */
function Names({ names }: { names: readonly string[] }): ReactNode {
  const shown = names.slice(0, names.length > mostNames ? mostNames - 1 : mostNames)
  return (
    <ul className={classes.names}>
      {shown.map((name, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
        <li key={i}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {shown.length < names.length && (
        <li className={classes.rest}>and {names.length - shown.length} more</li>
      )}
    </ul>
  )
}
