import { Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import type { EffectiveAccess as Access } from '@verbatim/contract/effective-access.ts'
import { useState } from 'react'
import { useApi } from '#shell/use-house.ts'
import classes from './EffectiveAccess.module.css'
import { permissionWords } from './permission-words.ts'
import { effectiveAccessQuery, profilePeople } from './queries.ts'

const restMs = 250

/** Why can, or cannot, somebody see this message? For administrators. */
export function MessageAccess({ messageId }: { messageId: string }) {
  const api = useApi()
  const [userId, setUserId] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed, restMs)
  const source = profilePeople(api, undefined)
  const question = { within: false, search: sought.split(' · ')[0] ?? '', limit: 50, skip: 0 }
  const { data: people } = useQuery({
    queryKey: [...source.key, question],
    queryFn: ({ signal }) => source.find(question, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm">
      <Select
        label="Who?"
        placeholder="Type a name or mail address"
        searchable
        clearable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={(people?.items ?? []).map(({ id, name, detail }) => ({
          value: id,
          label: `${name} · ${detail}`,
        }))}
        value={userId}
        nothingFoundMessage={typed === sought ? 'Nobody is called that.' : 'Looking…'}
        onChange={setUserId}
      />
      {userId && <AccessAnswer userId={userId} messageId={messageId} />}
    </Stack>
  )
}

/** What somebody can see at all, beside their own facts. */
export function AccessPanel({ userId }: { userId: string }) {
  return (
    <Stack gap="sm" p="lg" pt={0}>
      <Title order={2} size="h5">
        Effective access
      </Title>
      <AccessAnswer userId={userId} />
    </Stack>
  )
}

/** What somebody can see, and why; of one message, where one is named. */
export function AccessAnswer({ userId, messageId }: { userId: string; messageId?: string }) {
  const { data, error } = useQuery(effectiveAccessQuery(useApi(), userId, messageId))
  if (error) return <Text c="red">{asFailure(error).message}</Text>
  if (!data) return <Skeleton height={72} />
  return (
    <div aria-live="polite">
      <p className={classes.sentence}>{data.sentence}</p>
      <ul className={classes.findings} aria-label="What was asked">
        {data.findings.map(({ what, holds, text }) => (
          <li key={what} data-holds={holds}>
            {holds ? (
              <IconCheck size={16} role="img" aria-label="holds" />
            ) : (
              <IconX size={16} role="img" aria-label="does not hold" />
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {messageId === undefined && (
        <>
          <AccessProfiles profiles={data.profiles} />
          <AddedPermissions permissions={data.permissions} />
        </>
      )}
    </div>
  )
}

/** Permissions that a profile adds to the role's. */
function AddedPermissions({ permissions }: Pick<Access, 'permissions'>) {
  const added = permissions.filter(({ from }) => from.every((source) => source.startsWith('Profile ')))
  if (added.length === 0) return null
  return (
    <ul className={classes.profiles} aria-label="Added by profiles">
      {added.map(({ permission, from }) => (
        <li key={permission}>
          {permissionWords[permission]}: {from.join(', ')}
        </li>
      ))}
    </ul>
  )
}

function AccessProfiles({ profiles }: Pick<Access, 'profiles'>) {
  return (
    <ul className={classes.profiles}>
      {profiles.map(({ id, name, channels, allGroups, groups }) => (
        <li key={id}>
          <bdi>{name}</bdi>: {channels.length} {channels.length === 1 ? 'channel' : 'channels'},{' '}
          {allGroups ? 'all groups' : groups.map((group) => group.name).join(', ') || 'no group'}
        </li>
      ))}
    </ul>
  )
}
