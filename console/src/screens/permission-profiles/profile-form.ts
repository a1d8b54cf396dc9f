import type { Channel } from '@verbatim/contract/channels.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import {
  type PermissionProfileDetail,
  ProfileInfo,
  type ProfilePermissions,
} from '@verbatim/contract/permission-profiles.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { useState } from 'react'
import { rebase } from '#editor/rebase.ts'
import { isChange, noPeopleChange, type PeopleChange } from '#editor/people-change.ts'

/** What a profile gives, while it is written. */
export interface GivenValues {
  readonly channels: readonly Channel[]
  readonly allGroups: boolean
  /** Kept while all groups are chosen, for whoever goes back. */
  readonly groups: readonly GroupEntry[]
  readonly permissions: readonly Permission[]
}

const noInfo: ProfileInfo = { name: '', description: '' }
const nothingGiven: GivenValues = { channels: [], allGroups: false, groups: [], permissions: [] }

const infoOf = ({ name, description }: PermissionProfileDetail): ProfileInfo => ({ name, description })
export const givenOf = ({
  channels,
  allGroups,
  groups,
  permissions,
}: PermissionProfileDetail): GivenValues => ({
  channels,
  allGroups,
  groups,
  permissions,
})

export function toPermissions({ channels, allGroups, groups, permissions }: GivenValues): ProfilePermissions {
  return {
    channels: [...channels],
    groups: allGroups ? 'all' : groups.map(({ id }) => id),
    permissions: [...permissions],
  }
}

/** Whether two would give the same, in whatever order it is written. */
export function givesSame(one: GivenValues, other: GivenValues): boolean {
  const key = (given: GivenValues) => {
    const { channels, groups, permissions } = toPermissions(given)
    const sorted = groups === 'all' ? groups : groups.map(String).toSorted()
    return JSON.stringify([channels.toSorted(), sorted, permissions.toSorted()])
  }
  return key(one) === key(other)
}

export type ProfileErrors = Partial<Record<keyof ProfileInfo, string>>

/** A profile being written, in its three parts, on top of `base`; nothing is saved here. */
export function useProfileForm(base: PermissionProfileDetail | undefined) {
  const [info, setInfo] = useState(base ? infoOf(base) : noInfo)
  const [given, setGiven] = useState(base ? givenOf(base) : nothingGiven)
  const [members, setMembers] = useState<PeopleChange>(noPeopleChange)
  const [errors, setErrors] = useState<ProfileErrors>({})
  const begun = { info: base ? infoOf(base) : noInfo, given: base ? givenOf(base) : nothingGiven }
  const dirty = {
    info: JSON.stringify(info) !== JSON.stringify(begun.info),
    permissions: !givesSame(given, begun.given),
    members: isChange(members),
  }
  return {
    info,
    given,
    members,
    errors,
    dirty,
    isDirty: dirty.info || dirty.permissions || dirty.members,
    setErrors,
    setMembers,
    setInfo: (change: Partial<ProfileInfo>) => {
      setInfo((known) => ({ ...known, ...change }))
      setErrors({})
    },
    setGiven: (change: Partial<GivenValues>) => setGiven((known) => ({ ...known, ...change })),
    /** Begins again from what stands: everything, or one part of it. */
    reset: (profile: PermissionProfileDetail, part?: keyof typeof dirty) => {
      if (!part || part === 'info') setInfo(infoOf(profile))
      if (!part || part === 'permissions') setGiven(givenOf(profile))
      if (!part || part === 'members') setMembers(noPeopleChange)
      setErrors({})
    },
    /** Puts what is written on top of what stands; who is to come and to go holds on any version. */
    rebase: (profile: PermissionProfileDetail) => {
      setInfo((mine) => rebase({ before: begun.info, theirs: infoOf(profile), mine }))
      setGiven((mine) => rebase({ before: begun.given, theirs: givenOf(profile), mine }))
    },
    /** The words as the server takes them; undefined where something is wrong, which is then said. */
    checkedInfo: (): ProfileInfo | undefined => {
      const { data, error } = ProfileInfo.safeParse(info)
      setErrors(
        Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])),
      )
      return data
    },
  }
}
export type ProfileForm = ReturnType<typeof useProfileForm>
