import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import type { Group, GroupEffect } from '@verbatim/contract/groups.ts'
import { GroupId } from '@verbatim/contract/ids.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { useState } from 'react'
import { useFailureToast } from '#shell/failure-toast.ts'
import { MoveSelect, OffenderWords } from '#editor/MoveModal.tsx'
import { soughtGroups } from '#shell/sought-options.ts'
import { useApi } from '#shell/use-house.ts'
import { useDeleteGroup } from './mutations.ts'
import { groupEffectQuery } from './queries.ts'

interface DeleteGroupProps {
  group: Group
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a group is deleted: with what goes with it, and where those go who are in no other. */
export function DeleteGroup({ group, onDeleted, onClose }: DeleteGroupProps) {
  const { data: effect, error } = useQuery(groupEffectQuery(useApi(), group.id))
  const [moveTo, setMoveTo] = useState<string | null>(null)
  const remove = useDeleteGroup(group)
  const tellFailure = useFailureToast()
  const isLacking = effect === undefined || (effect.left.count > 0 && !moveTo)
  return (
    <ConfirmModal
      opened
      title="Delete this group?"
      confirmLabel="Delete group"
      destructive
      typeToConfirm={group.name}
      busy={remove.isPending}
      isReady={!isLacking}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(moveTo ? GroupId.parse(moveTo) : undefined, {
          onSuccess: onDeleted,
          onError: (failed) => tellFailure('The group was not deleted', failed),
        })
      }
    >
      {error && <Text c="red">{asFailure(error).message}</Text>}
      {!effect && !error && <Skeleton height={96} />}
      {effect && <EffectWords effect={effect} />}
      {effect && effect.left.count > 0 && (
        <>
          <OffenderWords offenders={effect.left} need="at least one Group" />
          <MoveSelect
            noun="Group"
            choices={soughtGroups}
            exceptId={group.id}
            chosen={moveTo}
            onChoose={setMoveTo}
          />
        </>
      )}
    </ConfirmModal>
  )
}

function EffectWords({ effect }: { effect: GroupEffect }) {
  const { members, contacts, conversations, profiles, policies } = effect
  return (
    <>
      <p>This cannot be undone. With the group go:</p>
      <ul>
        <li>
          the membership of {numberText(members)} members and {numberText(contacts)} contacts
        </li>
        <li>
          {numberText(conversations)} conversations stay in the record, and only whoever sees all groups, or
          another group of theirs, reaches them
        </li>
        {profiles.length > 0 && <li>what it gave in these permission profiles: {profiles.join(', ')}</li>}
        {policies.length > 0 && <li>its place in these policies: {policies.join(', ')}</li>}
      </ul>
    </>
  )
}
