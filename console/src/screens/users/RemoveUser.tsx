import { Alert, Checkbox, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import type { Removal, User } from '@verbatim/contract/users.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { useState } from 'react'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import { failureWords, useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'
import { useRemoveUser } from './mutations.ts'
import { removalQuery, type Successor, successorSource } from './queries.ts'
import { type Side, sides } from './sides.ts'

interface RemoveUserProps {
  side: Side
  user: User
  onRemoved: () => void
  onClose: () => void
}

/** Asks before somebody is removed: with what becomes of what is theirs, and who takes it over. */
export function RemoveUser({ side, user, onRemoved, onClose }: RemoveUserProps) {
  const { data: removal, error } = useQuery(removalQuery(useApi(), side, user.id))
  const [successor, setSuccessor] = useState<Successor>()
  const [joins, setJoins] = useState(true)
  const remove = useRemoveUser(side, user)
  const tellFailure = useFailureToast()
  const leaves = removal !== undefined && removal.accounts.length + removal.personalContacts > 0
  const isReady = removal !== undefined && !removal.refusal && (!leaves || successor !== undefined)
  return (
    <ConfirmModal
      opened
      title={`Remove this ${sides[side].thing}?`}
      confirmLabel="Remove user"
      destructive
      busy={remove.isPending}
      isReady={isReady}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(successor && { successorId: UserId.parse(successor.id), joinGroups: joins }, {
          onSuccess: onRemoved,
          onError: (failed) => tellFailure('The user was not removed', failed),
        })
      }
    >
      {error && <Text c="red">{failureWords(asFailure(error))}</Text>}
      {!removal && !error && <Skeleton height={120} />}
      {removal?.refusal && <Alert color="red">{removal.refusal}</Alert>}
      {removal && !removal.refusal && (
        <>
          <RemovalWords removal={removal} />
          {leaves && (
            <EntitySelect
              label="Successor"
              description="Will own the channel accounts, their conversations and the contacts."
              withAsterisk
              placeholder="Enter a name or email address"
              source={successorSource}
              without={({ id }) => id === user.id}
              value={successor}
              onChange={setSuccessor}
            />
          )}
          {successor && (
            <JoinField removal={removal} successor={successor} joins={joins} onJoins={setJoins} />
          )}
        </>
      )}
    </ConfirmModal>
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
              .map(({ channel, address }) => `${channelNames[channel]} ${address}`)
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

const counted = (count: number, noun: string) => `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`

interface JoinFieldProps {
  removal: Removal
  successor: Successor
  joins: boolean
  onJoins: (joins: boolean) => void
}

/** Messenger users talk within their groups: who is in other ones would not reach the contacts. */
function JoinField({ removal, successor, joins, onJoins }: JoinFieldProps) {
  const own = new Set(successor.groups.map(({ id }) => id))
  const missing = removal.groups.filter(({ id }) => !own.has(id)).map(({ name }) => name)
  if (missing.length === 0) return null
  return (
    <Checkbox
      mt="md"
      label={`${successor.name} joins ${missing.join(', ')}`}
      description="Without these groups they can’t talk to people who are only in them."
      checked={joins}
      onChange={(event) => onJoins(event.currentTarget.checked)}
    />
  )
}
