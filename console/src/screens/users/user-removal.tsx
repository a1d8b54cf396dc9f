import { Checkbox } from '@mantine/core'
import { channelNames } from '@verbatim/contract/channels.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import type { Removal } from '@verbatim/contract/user-removal.ts'
import type { User } from '@verbatim/contract/users.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { addressText } from '@verbatim/ui/readable.ts'
import { defineRemoval, type EffectProps } from '#editor/define-removal.tsx'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import { useViewer } from '#shell/use-app-context.ts'
import { type Successor, successorSource } from './queries.ts'
import { type Side, sides } from './sides.ts'

/** The successor of the removed user. */
interface Handover {
  readonly successor: Successor | undefined
  readonly joinGroups: boolean
}

/** Removes a user, and shows what happens to their accounts and contacts, and who takes them over. */
export function userRemoval(side: Side) {
  const { thing, calls } = sides[side]
  return defineRemoval<User, Removal, Handover>({
    verb: 'Remove',
    noun: thing,
    short: 'user',
    useRefusal: ({ id }) => (useViewer().id === id ? 'You can’t remove yourself' : undefined),
    blank: { successor: undefined, joinGroups: true },
    effect: (api, { id }) => api(calls.removal, { params: { id } }),
    refusalOf: ({ refusal }) => refusal,
    Effect: RemovalEffect,
    isReady: (removal, { successor }) => !leaves(removal) || successor !== undefined,
    remove: (api, { id, version }, { successor, joinGroups }) =>
      api(calls.remove, {
        params: { id },
        query: {
          expectedVersion: version,
          ...(successor && { successorId: UserId.parse(successor.id), joinGroups: String(joinGroups) }),
        },
      }),
  })
}

const leaves = ({ accounts, personalContacts }: Removal) => accounts.length + personalContacts > 0

function RemovalEffect(props: EffectProps<User, Removal, Handover>) {
  const { thing, effect: removal, chosen, onChoose } = props
  return (
    <>
      <RemovalWords removal={removal} />
      {leaves(removal) && (
        <EntitySelect
          label="Successor"
          description="This person will own the channel accounts, their conversations and the contacts."
          withAsterisk
          placeholder="Enter a name or email address"
          source={successorSource}
          without={({ id }) => id === thing.id}
          value={chosen.successor}
          onChange={(successor) => onChoose({ ...chosen, successor })}
        />
      )}
      {chosen.successor && (
        <JoinField
          removal={removal}
          successor={chosen.successor}
          joins={chosen.joinGroups}
          onJoins={(joinGroups) => onChoose({ ...chosen, joinGroups })}
        />
      )}
    </>
  )
}

function RemovalWords({ removal }: { removal: Removal }) {
  const {
    name,
    accounts,
    conversations,
    personalContacts,
    groups,
    permissionProfiles,
    openEvents,
    notifications,
    remains,
  } = removal
  return (
    <>
      <p>
        <bdi>{name}</bdi>{' '}
        {remains
          ? `keeps the ${remains === 'messenger' ? 'messenger' : 'console'}, and loses:`
          : 'is signed out everywhere and can no longer sign in. Captured messages do not change.'}
      </p>
      <ul>
        {accounts.length > 0 && (
          <li>
            {counted(accounts.length, 'channel account')} with {counted(conversations, 'conversation')}:{' '}
            {accounts
              .slice(0, 3)
              .map(({ channel, address }) => `${channelNames[channel]} ${addressText(address)}`)
              .join(', ')}
            {accounts.length > 3 && ` and ${numberText(accounts.length - 3)} more`}
          </li>
        )}
        {personalContacts > 0 && <li>{counted(personalContacts, 'contact')} of their own</li>}
        {groups.length > 0 && <li>membership in {counted(groups.length, 'group')}</li>}
        {permissionProfiles.length > 0 && (
          <li>access through {counted(permissionProfiles.length, 'permission profile')}</li>
        )}
        {openEvents > 0 && <li>{counted(openEvents, 'open event')} in review, which will be unassigned</li>}
        <NotificationLines notifications={notifications} />
      </ul>
      {!remains && <p>This can’t be undone. Inviting this email address again creates a new user.</p>}
    </>
  )
}

function NotificationLines({ notifications }: Pick<Removal, 'notifications'>) {
  const names = (ceases: boolean) =>
    notifications.flatMap((one) => (one.ceases === ceases ? [`“${one.policy}”`] : [])).join(', ')
  const [goesOn, ends] = [names(false), names(true)]
  return (
    <>
      {goesOn && <li>email from the notifications for {goesOn}</li>}
      {ends && <li>the notifications for {ends}, which have no other recipients and will be disabled</li>}
    </>
  )
}

interface JoinFieldProps {
  removal: Removal
  successor: Successor
  joins: boolean
  onJoins: (joins: boolean) => void
}

/** Messenger users talk within their groups, so a successor in other groups could not reach the contacts. */
function JoinField({ removal, successor, joins, onJoins }: JoinFieldProps) {
  const own = new Set(successor.groups.map(({ id }) => id))
  const missing = removal.groups.filter(({ id }) => !own.has(id)).map(({ name }) => name)
  if (missing.length === 0) return null
  return (
    <Checkbox
      mt="md"
      label={`${successor.name} joins ${missing.join(', ')}`}
      description="Otherwise they can’t talk to people who are only in these groups."
      checked={joins}
      onChange={(event) => onJoins(event.currentTarget.checked)}
    />
  )
}
