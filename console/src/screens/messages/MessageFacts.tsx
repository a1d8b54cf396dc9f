import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import { languageName } from '@verbatim/contract/languages.ts'
import type { MessageDetails } from '@verbatim/contract/messages.ts'
import { CategoryBadge, ChannelBadge, UrgencyBadge } from '@verbatim/ui/Badge.tsx'
import { Breakable } from '@verbatim/ui/Breakable.tsx'
import { utcDayText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { FactList } from '@verbatim/ui/FactList.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import { contentWord } from '@verbatim/contract/content-words.ts'
import { groupNamesQuery } from '#lists/group-names.ts'
import { useApi } from '#shell/use-app-context.ts'
import { FacedPerson } from '#thread/FacedPerson.tsx'
import { ThemeLink } from '#thread/ThemeLink.tsx'
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
  const { author, account, channel, category, urgency, theme, language, direction, contentType, groupIds } =
    message
  const groupNames = groups.filter(({ id }) => groupIds.includes(id)).map(({ name }) => name)
  return (
    <Facts
      facts={[
        ['Category', <CategoryBadge key="category" category={category} />],
        ['Urgency', <UrgencyBadge key="urgency" urgency={urgency} />],
        ['Theme', theme && <ThemeLink key="theme" theme={theme} />],
        ['Channel', <ChannelBadge key="channel" channel={channel} />],
        ['Direction', directionNames[direction]],
        ['From', <From key="from" author={author} />],
        ['Participants', context && <People key="people" people={context.participants} />],
        ['Account', account && <Person name={account.name} address={account.address} />],
        ['Also captured from', message.alsoCaptured && <AlsoCaptured copies={message.alsoCaptured} />],
        ['Owner', account?.owner && <bdi>{account.owner}</bdi>],
        [
          'Groups',
          groupNames.length > 0 && (
            <FactList
              most={mostNames}
              items={groupNames.map((name) => (
                <bdi key={name}>{name}</bdi>
              ))}
            />
          ),
        ],
        ['Content', contentType === 'text' ? undefined : contentWord(contentType)],
        ['Language', language === 'und' ? undefined : languageName(language)],
        ['Posted', <DateTime key="posted" at={message.postedAt} />],
        ['Captured', <DateTime key="captured" at={message.capturedAt} />],
        ['Promise due', message.promisedFor && utcDayText(new Date(message.promisedFor))],
        ['Search', message.isPartlySearchable && 'Too long to be indexed completely'],
      ]}
    />
  )
}

/** Copies of the message, each by the account that captured it. */
const AlsoCaptured = ({ copies }: { copies: NonNullable<MessageDetails['alsoCaptured']> }) => (
  <FactList
    most={mostNames}
    items={copies.map(({ messageId, account }) => (
      <TextLink key={messageId} href={`/messages/${messageId}`}>
        <bdi>{account ? (account.owner ?? account.name) : 'Another account'}</bdi>
      </TextLink>
    ))}
  />
)

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

function From({ author }: { author: MessageDetails['author'] }) {
  const { name, address } = author
  return (
    <>
      <FacedPerson person={author} />
      {address !== name && (
        <bdi className={`${classes.address} ${classes.belowName}`}>
          <Breakable text={addressText(address)} />
        </bdi>
      )}
    </>
  )
}

const People = ({ people }: { people: Conversation['participants'] }) => (
  <FactList
    most={mostNames}
    items={people.map((person) => (
      <FacedPerson key={person.address} person={person} />
    ))}
  />
)
