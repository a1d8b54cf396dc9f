import { asFailure } from '@verbatim/client/failure.ts'
import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { PermissionProfileId } from '@verbatim/contract/ids.ts'
import {
  deleteProfile,
  getProfileEffect,
  type PermissionProfileDetail,
} from '@verbatim/contract/permission-profiles.ts'
import { defineRemoval, type EffectProps } from '#editor/define-removal.tsx'
import { MoveFields, type Offenders, offendersOf } from '#editor/MoveModal.tsx'
import { profileSource } from '#lists/sought-options.ts'
import { doesNothing } from './effect-words.ts'
import { EffectLines } from './EffectLines.tsx'
import { toProfileFailure } from './profile-failure.ts'

/** Where members go who would have no profile. */
export const movingProfile = {
  noun: 'permission profile',
  source: profileSource,
  toId: (id: string) => PermissionProfileId.parse(id),
}

/** Members who would have no profile, after the server named them, and the profile that they get. */
interface Moved {
  readonly offenders?: Offenders
  readonly moveTo?: PermissionProfileId | undefined
}

/** Deletes a profile, and shows what its members lose. */
export const profileRemoval = defineRemoval<PermissionProfileDetail, AccessEffect, Moved>({
  verb: 'Delete',
  short: 'profile',
  isTyped: true,
  blank: {},
  effect: (api, { id }, { moveTo }) =>
    api(getProfileEffect, { params: { id }, body: { deleted: true, moveTo } }),
  Effect: DeletionEffect,
  isReady: (_, { offenders, moveTo }) => !offenders || moveTo !== undefined,
  remove: (api, { id, version }, { moveTo }) =>
    api(deleteProfile, { params: { id }, query: { expectedVersion: version, moveTo } }),
  ask: (error, chosen) => {
    const offenders = offendersOf(error, 'permission-profile.last-profile')
    return offenders && { ...chosen, offenders }
  },
  reword: (error) => toProfileFailure(asFailure(error)),
})

function DeletionEffect(props: EffectProps<PermissionProfileDetail, AccessEffect, Moved>) {
  const { thing, effect, chosen, onChoose } = props
  return (
    <>
      <p>This cannot be undone, and may remove platform users’ data access.</p>
      {doesNothing(effect) ? <p>No one loses access.</p> : <EffectLines effect={effect} />}
      {chosen.offenders && (
        <MoveFields
          moving={movingProfile}
          offenders={chosen.offenders}
          exceptId={thing.id}
          chosen={chosen.moveTo}
          onChoose={(moveTo) => onChoose({ ...chosen, moveTo })}
        />
      )}
    </>
  )
}
