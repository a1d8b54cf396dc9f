import { profileList } from '@verbatim/contract/permission-profiles.ts'
import { useOverlayAddress } from '#lists/overlay-address.ts'

/** The tabs of a profile, as the address names them. */
export const profileTabs = ['profile-name', 'permissions', 'membership'] as const
export type ProfileTab = (typeof profileTabs)[number]

export const toProfileTab = (tab: string | undefined): ProfileTab =>
  profileTabs.find((known) => known === tab) ?? 'profile-name'

export const useProfilesAddress = () => useOverlayAddress(profileList, '/organization/permission-profiles')
