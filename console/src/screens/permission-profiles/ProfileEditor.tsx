import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { channelNames } from '@verbatim/contract/channels.ts'
import { PermissionProfileId } from '@verbatim/contract/ids.ts'
import type { PermissionProfileDetail, ProfileInfo } from '@verbatim/contract/permission-profiles.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useRef, useState } from 'react'
import { ChangedAlert } from '#editor/ChangedAlert.tsx'
import { differencesOf } from '#editor/differences.ts'
import { RemovalButton } from '#editor/EditorButtons.tsx'
import { useNewer } from '#editor/use-newer.ts'
import { MoveModal } from '#editor/MoveModal.tsx'
import { profileSource } from '#lists/sought-options.ts'
import { useCan } from '#shell/use-app-context.ts'
import { DeleteProfile } from './DeleteProfile.tsx'
import { permissionWords } from './permission-words.ts'
import { type GivenValues, useProfileForm } from './profile-form.ts'
import { ProfileDialog } from './ProfileDialog.tsx'
import { AccessEffectModal } from './AccessEffectModal.tsx'
import { toProfileTab, useProfilesAddress } from './profiles-address.ts'
import { type ProfileSaving, useProfileSaving } from './use-profile-saving.ts'

/** A profile that stands: each of its tabs is saved by itself; to be read by whoever may not change it. */
export function ProfileEditor({ latest }: { latest: PermissionProfileDetail }) {
  const canEdit = useCan('permission_profiles.manage')
  const tab = toProfileTab(useParams({ strict: false }).tab)
  const [base, setBase] = useState(latest)
  const form = useProfileForm(base)
  const saving = useProfileSaving(base, form, setBase)
  const { close } = useProfilesAddress()
  const toast = useToast()
  const leaving = useRef(false)
  const [isDeleting, setDeleting] = useState(false)
  const newer = useNewer({ base, latest, form, isSaving: saving.isSending, onBase: setBase })
  const parts = {
    'profile-name': { isDirty: form.dirty.info, save: saving.saveInfo, label: 'Save name' },
    permissions: { isDirty: form.dirty.permissions, save: saving.savePermissions, label: 'Save permissions' },
    membership: { isDirty: form.dirty.members, save: saving.saveMembers, label: 'Save members' },
  } as const
  const part = parts[tab]
  return (
    <ProfileDialog
      base={base}
      form={form}
      tab={tab}
      canEdit={canEdit}
      isLeaving={() => leaving.current}
      isCovered={isDeleting || saving.asked !== undefined}
      notice={
        newer && (
          <ChangedAlert
            thing="this permission profile"
            differences={differencesOf({
              before: wordsOf(base),
              theirs: wordsOf(latest),
              mine: wordsOf({ ...base, ...form.info, ...form.given }),
            })}
            {...newer}
          />
        )
      }
      footer={
        <>
          {canEdit && <RemovalButton label="Delete profile" onClick={() => setDeleting(true)} />}
          <Button variant="default" onClick={close}>
            Close
          </Button>
          {canEdit && (
            <Button
              loading={saving.isSaving}
              disabled={!part.isDirty}
              title={part.isDirty ? undefined : 'No changes'}
              onClick={part.save}
            >
              {part.label}
            </Button>
          )}
        </>
      }
    >
      <SavingQuestions base={base} saving={saving} />
      {isDeleting && (
        <DeleteProfile
          profile={base}
          onDeleted={() => {
            leaving.current = true
            toast({ tone: 'done', title: `“${base.name}” was deleted` })
            close()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </ProfileDialog>
  )
}

/** What is asked before a part is saved: whether what it does is meant, and where those go who would have no profile. */
function SavingQuestions({ base, saving }: { base: PermissionProfileDetail; saving: ProfileSaving }) {
  const { asked, isSaving, isSending, confirm, move, forget } = saving
  return (
    <>
      <AccessEffectModal
        effect={asked?.effect}
        confirmLabel="Save"
        busy={isSending}
        onConfirm={confirm}
        onClose={forget}
      />
      <MoveModal
        title="Choose another permission profile for them"
        offenders={asked?.offenders}
        need="at least one Permission Profile"
        noun="Permission Profile"
        source={profileSource}
        exceptId={base.id}
        busy={isSaving}
        onMove={(id) => move(PermissionProfileId.parse(id))}
        onClose={forget}
      />
    </>
  )
}

const wordsOf = (profile: ProfileInfo & GivenValues & { memberCount: number }) => ({
  Name: profile.name,
  Description: profile.description,
  Channels: profile.channels.map((channel) => channelNames[channel]).join(', '),
  Groups: profile.allGroups ? 'All groups' : profile.groups.map(({ name }) => name).join(', '),
  Permissions: profile.permissions.map((permission) => permissionWords[permission]).join(', '),
  Members: String(profile.memberCount),
})
