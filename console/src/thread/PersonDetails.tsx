import { Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { Slice } from '@verbatim/contract/changes.ts'
import { openStatuses } from '@verbatim/contract/event-status.ts'
import { getPersonCard, type PersonCard } from '@verbatim/contract/find.ts'
import type { Condition } from '@verbatim/contract/list-filter.ts'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { ChannelBadge } from '@verbatim/ui/Badge.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { Loaded } from '#failures/Loaded.tsx'
import { isRefused } from '#failures/openable.ts'
import { has, listHref } from '#lists/list-href.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import classes from './PersonDetails.module.css'

type Kind = 'user' | 'contact'

const slices = { user: 'users', contact: 'contacts' } as const satisfies Record<Kind, Slice>

/** Asked each time a card opens, because it counts what other slices change; meanwhile, the last answer is shown. */
function personCardQuery(api: Api, kind: Kind, id: string) {
  return queryOptions({
    queryKey: [slices[kind], 'card', id],
    queryFn: ({ signal }) => api(getPersonCard, { params: { kind, id } }, signal),
    staleTime: 0,
  })
}

interface PersonDetailsProps {
  kind: Kind
  id: string
  /** As the channel knows it. */
  address: string | undefined
}

/** Who a person is: role, groups, channels, open events, and the ways to all of them. */
export function PersonDetails({ kind, id, address }: PersonDetailsProps) {
  const asked = useQuery(personCardQuery(useApi(), kind, id))
  if (isRefused(asked.error)) return <Text c="dimmed">You can’t see more about this person.</Text>
  return (
    <Loaded of={asked} pending={96} inline>
      {(card) => <Card kind={kind} id={id} address={address} card={card} />}
    </Loaded>
  )
}

function Card({ kind, id, address, card }: PersonDetailsProps & { card: PersonCard }) {
  return (
    <div className={classes.card}>
      <div>
        <div className={classes.name}>
          <PageLink card={card} id={id} />
        </div>
        <div className={classes.aside}>
          {roleOf(card, kind)}
          {address && address !== card.name && (
            <>
              {' '}
              · <bdi title={address}>{readable(address)}</bdi>
            </>
          )}
        </div>
      </div>
      {card.groups && card.groups.length > 0 && <Groups groups={card.groups} />}
      {card.channels && card.channels.length > 0 && (
        <ul className={classes.line} aria-label="Channels">
          {card.channels.map((channel) => (
            <li key={channel}>
              <ChannelBadge channel={channel} />
            </li>
          ))}
        </ul>
      )}
      <Ways card={card} id={id} />
    </div>
  )
}

const pagePaths = {
  'platform-user': '/organization/platform-users',
  'messenger-user': '/messenger-settings/messenger-users',
  contact: '/organization/contacts',
} as const

/** The name, as a link to the person's page where the reader may open it. */
function PageLink({ card: { name, pages }, id }: { card: PersonCard; id: string }) {
  const [page] = pages
  if (!page) return <bdi>{name}</bdi>
  return (
    <TextLink href={`${pagePaths[page]}/${id}`}>
      <bdi>{name}</bdi>
    </TextLink>
  )
}

function roleOf({ role, pages }: PersonCard, kind: Kind): string {
  if (role && role !== 'none') return roleNames[role]
  if (kind === 'contact') return 'Contact'
  return pages.includes('messenger-user') ? 'Messenger user' : 'Representative'
}

const mostGroups = 4

function Groups({ groups }: { groups: NonNullable<PersonCard['groups']> }) {
  const mayOpen = useCan('groups.view')
  const shown = groups.slice(0, mostGroups)
  return (
    <ul className={classes.line} aria-label="Groups">
      {shown.map(({ id, name }) => (
        <li key={id}>
          {mayOpen ? (
            <TextLink href={`/organization/groups/${id}`}>
              <bdi>{name}</bdi>
            </TextLink>
          ) : (
            <bdi>{name}</bdi>
          )}
        </li>
      ))}
      {shown.length < groups.length && <li>and {groups.length - shown.length} more</li>}
    </ul>
  )
}

const open: Condition = { field: 'status', operator: 'in', values: openStatuses }

/** The lists of what they wrote, and of the events about it. */
function Ways({ card: { openEvents, channels }, id }: { card: PersonCard; id: string }) {
  return (
    <div className={classes.ways}>
      {openEvents !== undefined &&
        (openEvents > 0 ? (
          <TextLink href={listHref('/events', [has('authorId', id), open])}>
            {counted(openEvents, 'open event')}
          </TextLink>
        ) : (
          <span className={classes.aside}>No open events</span>
        ))}
      {channels && channels.length > 0 && (
        <TextLink href={listHref('/messages', [has('authorId', id)])}>All messages</TextLink>
      )}
    </div>
  )
}
