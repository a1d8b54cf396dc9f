import type { PermissionProfileDetail } from '@verbatim/contract/permission-profiles.ts'
import type { Tab } from '@verbatim/ui/TabBar.tsx'
import { type ReactNode, useState } from 'react'
import { DialogFrame } from '@verbatim/ui/DialogFrame.tsx'
import { PeopleEditor } from '#editor/PeopleEditor.tsx'
import { type Place, UnsavedGuard } from '#editor/UnsavedGuard.tsx'
import { NameTab } from './NameTab.tsx'
import { PermissionsTab } from './PermissionsTab.tsx'
import type { ProfileForm } from './profile-form.ts'
import { type ProfileTab, useProfilesAddress } from './profiles-address.ts'
import { profilePeople } from './queries.ts'

interface ProfileDialogProps {
  /** Undefined for a profile that is not there yet. */
  base: PermissionProfileDetail | undefined
  form: ProfileForm
  tab: ProfileTab
  canEdit: boolean
  isLeaving: () => boolean
  isCovered?: boolean
  notice?: ReactNode
  footer: ReactNode
  children?: ReactNode
}

/** A profile over the list, in its three tabs. */
export function ProfileDialog(props: ProfileDialogProps) {
  const { base, form, tab, canEdit, isCovered = false, notice, footer, isLeaving, children } = props
  const { href, close } = useProfilesAddress()
  const [isGuarded, setGuarded] = useState(false)
  return (
    <DialogFrame
      title={base ? <bdi>{base.name}</bdi> : 'New permission profile'}
      tabs={{ label: 'Permission profile', all: tabsOf(base, form, href), current: tab }}
      isCovered={isGuarded || isCovered}
      footer={footer}
      onClose={close}
    >
      {notice}
      {tab === 'profile-name' && <NameTab form={form} canEdit={canEdit} />}
      {tab === 'permissions' && <PermissionsTab form={form} canEdit={canEdit} />}
      {tab === 'membership' && (
        <PeopleEditor
          noun="members"
          source={profilePeople(base?.id)}
          change={form.members}
          onChange={form.setMembers}
          canEdit={canEdit}
          isNew={!base}
        />
      )}
      <UnsavedGuard
        thing="permission profile"
        isSame={isSameProfile}
        isDirty={form.isDirty}
        isLeaving={isLeaving}
        onAsk={setGuarded}
      />
      {children}
    </DialogFrame>
  )
}

function tabsOf(
  base: PermissionProfileDetail | undefined,
  { errors }: ProfileForm,
  href: (rest: string) => string,
): Tab[] {
  const own = base?.id ?? 'new'
  const hasProblem = Object.keys(errors).length > 0
  return [
    { id: 'profile-name', label: 'Profile Name', href: href(own), hasProblem },
    { id: 'permissions', label: 'Permissions', href: href(`${own}/permissions`) },
    { id: 'membership', label: 'Membership', href: href(`${own}/membership`), count: base?.memberCount },
  ]
}

/** Another tab of the same profile keeps what was written. */
function isSameProfile(current: Place, next: Place): boolean {
  return profileIn(current) === profileIn(next)
}

const profileIn = ({ pathname }: Place) => /\/permission-profiles\/([^/]+)/.exec(pathname)?.[1]
