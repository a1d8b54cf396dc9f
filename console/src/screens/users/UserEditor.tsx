import { Stack } from '@mantine/core'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { messengerRoleNames, type User } from '@verbatim/contract/users.ts'
import { useState } from 'react'
import { AccessEffectModal } from '#screens/permission-profiles/AccessEffectModal.tsx'
import { AccessPanel } from '#screens/permission-profiles/EffectiveAccess.tsx'
import { ChangedAlert } from '#editor/ChangedAlert.tsx'
import { DialogFrame } from '@verbatim/ui/DialogFrame.tsx'
import { differencesOf } from '#editor/differences.ts'
import { EditorButtons, RemovalButton } from '#editor/EditorButtons.tsx'
import { useFollow } from '#editor/use-follow.ts'
import { useNewer } from '#editor/use-newer.ts'
import { UnsavedGuard } from '#editor/UnsavedGuard.tsx'
import { useCan, useViewer } from '#shell/use-app-context.ts'
import { RemoveUser } from './RemoveUser.tsx'
import { type Side, sides, useUsersAddress } from './sides.ts'
import { SignInPanel } from './SignInPanel.tsx'
import { type UserForm, type UserValues, useUserForm, valuesOf } from './user-form.ts'
import { UserFields } from './UserFields.tsx'
import { useUserSaving } from './use-user-saving.ts'

/** Somebody who is there: to be changed by whoever may, to be read by the others. */
export function UserEditor({ side, latest }: { side: Side; latest: User }) {
  const [base, setBase] = useState(latest)
  const form = useUserForm(side, base)
  const { close } = useUsersAddress(side)
  const [isGuarded, setGuarded] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const mayManage = useCan(sides[side].manage)
  const mayExplain = useCan('permission_profiles.manage')
  const canEdit = mayManage && latest.status !== 'removed'
  const follow = useUserFollow(side, form)
  const saving = useUserSaving(side, base, follow)
  const newer = useNewer({ base, latest, form, isSaving: saving.isPending, onBase: setBase })
  const submit = () => {
    const draft = form.checked()
    if (draft) saving.submit(draft)
  }
  return (
    <DialogFrame
      title={<bdi>{base.fullName}</bdi>}
      isCovered={isGuarded || isRemoving || saving.asked !== undefined}
      onClose={close}
      side={
        <Stack gap="xl">
          <SignInPanel side={side} user={latest} canEdit={canEdit} />
          {mayExplain && <AccessPanel userId={latest.id} />}
        </Stack>
      }
      footer={
        <EditorButtons
          submitLabel="Save user"
          canEdit={canEdit}
          isIdle={!form.isDirty}
          isSaving={saving.isPending}
          removal={<RemoveButton user={base} onRemove={() => setRemoving(true)} />}
          onClose={close}
          onSubmit={submit}
        />
      }
    >
      {newer && (
        <ChangedAlert
          thing="this user"
          differences={differencesOf({
            before: wordsOf(side, valuesOf(side, base), base.status),
            theirs: wordsOf(side, valuesOf(side, latest), latest.status),
            mine: wordsOf(side, form.values, base.status),
          })}
          {...newer}
        />
      )}
      <UserFields side={side} form={form} canEdit={canEdit} isKnown />
      <UnsavedGuard
        thing="user"
        isDirty={form.isDirty && canEdit}
        isLeaving={follow.isLeaving}
        onAsk={setGuarded}
      />
      <AccessEffectModal
        effect={saving.asked?.effect}
        confirmLabel="Save user"
        busy={saving.isSending}
        onConfirm={saving.confirm}
        onClose={saving.forget}
      />
      {isRemoving && (
        <RemoveUser
          side={side}
          user={base}
          onRemoved={() => follow.done(`“${base.fullName}” was removed`)}
          onClose={() => setRemoving(false)}
        />
      )}
    </DialogFrame>
  )
}

/** Why a number cannot be theirs stands beside its field. */
function useUserFollow(side: Side, form: UserForm) {
  const { close } = useUsersAddress(side)
  return useFollow({
    close,
    changedCode: 'user.changed',
    place({ details, message }) {
      if (details['field'] !== 'phoneNumber') return false
      form.setErrors({ phoneNumber: message })
      return true
    },
  })
}

/** Nobody removes themselves: a button that says so. */
function RemoveButton({ user, onRemove }: { user: User; onRemove: () => void }) {
  const isSelf = useViewer().id === user.id
  return (
    <RemovalButton
      label="Remove user"
      refusal={isSelf ? 'You can’t remove yourself' : undefined}
      onClick={onRemove}
    />
  )
}

function wordsOf(side: Side, values: UserValues, status: User['status']) {
  const { firstName, lastName, phoneNumber, role, memberships } = values
  const roles: Readonly<Record<string, string>> = side === 'platform' ? roleNames : messengerRoleNames
  return {
    'First name': firstName,
    'Last name': lastName,
    'Phone number': phoneNumber,
    Role: roles[role] ?? role,
    [sides[side].membership]: memberships.map(({ name }) => name).join(', '),
    'Can sign in': status === 'disabled' ? 'no' : 'yes',
  }
}
