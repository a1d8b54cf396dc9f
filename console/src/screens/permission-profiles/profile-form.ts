import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import type {
  PermissionProfileDetail,
  ProfileInfo,
  ProfilePermissions,
} from '@verbatim/contract/permission-profiles.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { Offenders } from '#editor/MoveModal.tsx'
import { noPeopleChange, type PeopleChange } from '#editor/people-change.ts'
import { isSameText } from '#editor/rebase.ts'

/** The form's values of a profile's grants. */
interface GivenValues {
  readonly channels: readonly Channel[]
  readonly allGroups: boolean
  /** Kept while all groups are chosen, in case the user changes it back. */
  readonly groups: readonly GroupEntry[]
  readonly permissions: readonly Permission[]
}

export interface ProfileValues extends ProfileInfo, GivenValues {
  readonly members: PeopleChange
}

export interface ProfileTypes {
  thing: PermissionProfileDetail
  values: ProfileValues
  body: ProfileInfo
  /** The effect of the change, or the people whom it would leave without a profile. */
  question: {
    readonly effect?: AccessEffect
    readonly moveTo?: PermissionProfileId | undefined
    readonly offenders?: Offenders
  }
  /** Whether the effect is confirmed, and the profile for those who would have none. */
  answer: { readonly isAgreed: boolean; readonly moveTo?: PermissionProfileId | undefined }
}

export const blankProfile: ProfileValues = {
  name: '',
  description: '',
  channels: [],
  allGroups: false,
  groups: [],
  permissions: [],
  members: noPeopleChange,
}

export const infoOf = ({ name, description }: ProfileInfo): ProfileInfo => ({ name, description })

export const toValues = (profile: PermissionProfileDetail): ProfileValues => ({
  ...infoOf(profile),
  channels: profile.channels,
  allGroups: profile.allGroups,
  groups: profile.groups,
  permissions: profile.permissions,
  members: noPeopleChange,
})

export function toPermissions({ channels, allGroups, groups, permissions }: GivenValues): ProfilePermissions {
  return {
    channels: [...channels],
    groups: allGroups ? 'all' : groups.map(({ id }) => id),
    permissions: [...permissions],
  }
}

/** Whether two forms grant the same, in any order. */
export function givesSame(one: GivenValues, other: GivenValues): boolean {
  const key = (given: GivenValues) => {
    const { channels, groups, permissions } = toPermissions(given)
    const sorted = groups === 'all' ? groups : groups.map(String).toSorted()
    return [channels.toSorted(), sorted, permissions.toSorted()]
  }
  return isSameText(key(one), key(other))
}

export function isSameProfile(one: ProfileValues, other: ProfileValues): boolean {
  const written = (values: ProfileValues) => [infoOf(values), values.members]
  return givesSame(one, other) && isSameText(written(one), written(other))
}
