import { Stack } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { EffectiveAccess as Access } from '@verbatim/contract/effective-access.ts'
import { type ReactNode, useState } from 'react'
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
  const { sentence, findings, profiles, permissions, messenger } = data
  // In total, each profile is a check of its own, which says more than their names.
  const checks = isTotal ? findings.filter(({ what, holds }) => what !== 'profile' || !holds) : findings
  const isAllSaid = profiles.length === 1 && findings.every(({ holds }) => holds)
  return (
    <div aria-live="polite">
      <p className={classes.sentence}>{sentence}</p>
      <Checks label="Checks" findings={unsaid(checks, sentence)}>
        {isTotal &&
          profiles.map((profile) => (
            <Check key={profile.id} holds>
              Permission profile “<bdi>{profile.name}</bdi>”{reachOf(profile, isAllSaid)}
            </Check>
          ))}
      </Checks>
      {isTotal && <AddedPermissions permissions={permissions} />}
      {messenger && (
        <div className={classes.messenger}>
          <p className={classes.sentence}>{messenger.sentence}</p>
          <Checks
            label="Checks for the messenger"
            findings={unsaid(messenger.findings, messenger.sentence, findings)}
          />
        </div>
      )}
    </div>
  )
}

type Finding = Access['findings'][number]

/** Checks that neither the sentence, which ends with the deciding one, nor a list above has said. */
const unsaid = (findings: readonly Finding[], sentence: string, above: readonly Finding[] = []) =>
  findings.filter(({ text }) => !sentence.endsWith(text) && !above.some((said) => said.text === text))

function Checks({
  label,
  findings,
  children,
}: {
  label: string
  findings: readonly Finding[]
  children?: ReactNode
}) {
  return (
    <ul className={classes.findings} aria-label={label}>
      {findings.map(({ what, holds, text }) => (
        <Check key={what} holds={holds}>
          {text}
        </Check>
      ))}
      {children}
    </ul>
  )
}

function Check({ holds, children }: { holds: boolean; children: ReactNode }) {
  return (
    <li data-holds={holds}>
      {holds ? (
        <IconCheck size={16} role="img" aria-label="holds" />
      ) : (
        <IconX size={16} role="img" aria-label="does not hold" />
      )}
      <span>{children}</span>
    </li>
  )
}

/** Permissions that a profile adds to the role's. */
function AddedPermissions({ permissions }: Pick<Access, 'permissions'>) {
  const added = permissions.filter(({ from }) => from.every((source) => source.startsWith('Profile ')))
  if (added.length === 0) return null
  return (
    <ul className={`${classes.findings} ${classes.added}`} aria-label="Added by profiles">
      {added.map(({ permission, from }) => (
        <Check key={permission} holds>
          {permissionWords[permission]}: {from.join(', ')}
        </Check>
      ))}
    </ul>
  )
}

/** @param isAllSaid The sentence has said how many channels and groups the only profile has. Which groups, it has not. */
function reachOf({ channels, allGroups, groups }: Access['profiles'][number], isAllSaid: boolean): string {
  const names = groups.map(({ name }) => name).join(', ')
  if (isAllSaid) return names && `: ${names}`
  return `: ${counted(channels.length, 'channel')}, ${allGroups ? 'all groups' : names || 'no group'}`
}
