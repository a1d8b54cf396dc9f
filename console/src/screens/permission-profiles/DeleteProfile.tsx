import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { PermissionProfileId } from '@verbatim/contract/ids.ts'
import type { PermissionProfileDetail } from '@verbatim/contract/permission-profiles.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { useState } from 'react'
import { MoveSelect, type Offenders, offendersOf, OffenderWords } from '#editor/MoveModal.tsx'
import { profileSource } from '#lists/sought-options.ts'
import { useApi } from '#shell/use-app-context.ts'
import { effectLines } from './effect-words.ts'
import { useDeleteProfile } from './mutations.ts'
import { useProfileFailureToast } from './profile-failure.ts'
import { profileEffectQuery } from './queries.ts'

interface DeleteProfileProps {
  profile: PermissionProfileDetail
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a profile is deleted: with what its members lose, and the profile of those who have no other. */
export function DeleteProfile({ profile, onDeleted, onClose }: DeleteProfileProps) {
  const api = useApi()
  const [moveTo, setMoveTo] = useState<string>()
  const [offenders, setOffenders] = useState<Offenders>()
  const refuge = moveTo ? PermissionProfileId.parse(moveTo) : undefined
  const { data: effect, error } = useQuery(
    profileEffectQuery(api, profile.id, { deleted: true, ...(refuge && { moveTo: refuge }) }),
  )
  const remove = useDeleteProfile(profile)
  const tellFailure = useProfileFailureToast()
  return (
    <ConfirmModal
      opened
      title="Delete this permission profile?"
      confirmLabel="Delete profile"
      destructive
      typeToConfirm={profile.name}
      busy={remove.isPending}
      isReady={effect !== undefined && (!offenders || refuge !== undefined)}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(refuge, {
          onSuccess: onDeleted,
          onError: (failed) => {
            const left = offendersOf(failed, 'permission-profile.last-profile')
            setOffenders(left)
            if (!left) tellFailure('The permission profile was not deleted', failed)
          },
        })
      }
    >
      <p>This cannot be undone, and may remove platform users’ data access.</p>
      {error && <Text c="red">{asFailure(error).message}</Text>}
      {!effect && !error && <Skeleton height={48} />}
      {effect && (
        <ul>
          {effectLines(effect).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {effectLines(effect).length === 0 && <li>No one loses access.</li>}
        </ul>
      )}
      {offenders && <OffenderWords offenders={offenders} need="at least one Permission Profile" />}
      {(offenders || refuge) && (
        <MoveSelect
          noun="Permission Profile"
          source={profileSource}
          exceptId={profile.id}
          chosen={moveTo}
          onChoose={setMoveTo}
        />
      )}
    </ConfirmModal>
  )
}
