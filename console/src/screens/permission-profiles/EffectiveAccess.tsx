import { Stack } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { EffectiveAccess as Access } from '@verbatim/contract/effective-access.ts'
import { useState } from 'react'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import { SidePart } from '#editor/SidePart.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import type { Entity } from '#lists/entities.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import classes from './EffectiveAccess.module.css'
import { permissionWords } from './permission-words.ts'
import { effectiveAccessQuery } from './queries.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { anyoneSource } from './anyone.ts'

/** Explains to administrators why a user can or cannot see a message. */
export function MessageAccess({ messageId }: { messageId: string }) {
  const [user, setUser] = useState<Entity>()
  const source = anyoneSource(useCan('groups.view'))
  return (
    <Stack gap="sm">
      <EntitySelect
        label="Person"
        placeholder="Enter a name or email address"
        clearable
        source={source}
        value={user}
        onChange={setUser}
      />
      {user && <AccessAnswer userId={user.id} messageId={messageId} />}
    </Stack>
  )
}

/** What a user can see in total, shown next to their details. */
export function AccessPanel({ userId }: { userId: string }) {
  return (
    <SidePart title="Effective access">
      <AccessAnswer userId={userId} />
    </SidePart>
  )
}

/** What a user can see, and why; for one message, if one is given. */
function AccessAnswer({ userId, messageId }: { userId: string; messageId?: string }) {
  return (
    <Loaded of={useQuery(effectiveAccessQuery(useApi(), userId, messageId))} pending={72} inline>
      {(data) => <Answer data={data} isTotal={messageId === undefined} />}
    </Loaded>
  )
}

function Answer({ data, isTotal }: { data: Access; isTotal: boolean }) {
  return (
    <div aria-live="polite">
      <Explained {...data} label="Checks" />
      {isTotal && (
        <>
          <AccessProfiles profiles={data.profiles} />
          <AddedPermissions permissions={data.permissions} />
        </>
      )}
      {data.messenger && (
        <div className={classes.messenger}>
          <Explained {...data.messenger} label="Checks for the messenger" />
        </div>
      )}
    </div>
  )
}

/** The decisive fact, and all checks before it. */
function Explained({
  sentence,
  findings,
  label,
}: Pick<Access, 'sentence' | 'findings'> & { readonly label: string }) {
  const others = findings.filter(({ text }) => text !== sentence)
  return (
    <>
      <p className={classes.sentence}>{sentence}</p>
      <ul className={classes.findings} aria-label={label}>
        {others.map(({ what, holds, text }) => (
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
    </>
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
          <bdi>{name}</bdi>: {counted(channels.length, 'channel')},{' '}
          {allGroups ? 'all groups' : groups.map((group) => group.name).join(', ') || 'no group'}
        </li>
      ))}
    </ul>
  )
}
