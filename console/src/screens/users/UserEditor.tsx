import { Button } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { messengerRoleNames, type User } from '@verbatim/contract/users.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { type ReactNode, useRef, useState } from 'react'
import { AccessPanel } from '#screens/permission-profiles/EffectiveAccess.tsx'
import { ChangedAlert, differencesOf } from '#shell/ChangedAlert.tsx'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { UnsavedGuard } from '#shell/UnsavedGuard.tsx'
import { useCan, useViewer } from '#shell/use-house.ts'
import { useUpdateUser } from './mutations.ts'
import { RemoveUser } from './RemoveUser.tsx'
import { type Side, sides, useUsersAddress } from './sides.ts'
import { SignInPanel } from './SignInPanel.tsx'
import { type UserForm, useUserForm, valuesOf } from './user-form.ts'
import { UserFields } from './UserFields.tsx'

/** Somebody who is there: to be changed by whoever may, to be read by the others. */
export function UserEditor({ side, latest }: { side: Side; latest: User }) {
  const [base, setBase] = useState(latest)
  const form = useUserForm(side, base)
  const save = useUpdateUser(side, base)
  const { close } = useUsersAddress(side)
  const toast = useToast()
  const leaving = useRef(false)
  const [isGuarded, setGuarded] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const mayManage = useCan(sides[side].manage)
  const mayExplain = useCan('permission_profiles.manage')
  const canEdit = mayManage && latest.status !== 'removed'
  const isNewer = latest.version > base.version && !save.isPending
  const adopt = () => {
    setBase(latest)
    form.reset(latest)
  }
  // Who has written nothing has nothing to lose: they see what stands.
  if (isNewer && !form.isDirty) adopt()
  const saved = (title: string) => {
    leaving.current = true
    toast({ tone: 'done', title })
    close()
  }
  const submit = useSubmit(form, save.mutate, saved)
  return (
    <DialogFrame
      title={<bdi>{base.fullName}</bdi>}
      tabsLabel="User"
      tabs={[]}
      current=""
      isCovered={isGuarded || isRemoving}
      onClose={close}
      side={
        <>
          <SignInPanel side={side} user={latest} canEdit={canEdit} />
          {side === 'platform' && mayExplain && <AccessPanel userId={latest.id} />}
        </>
      }
      footer={
        <EditorButtons
          canEdit={canEdit}
          isIdle={!form.isDirty}
          isSaving={save.isPending}
          removal={<RemoveButton user={base} onRemove={() => setRemoving(true)} />}
          onClose={close}
          onSubmit={submit}
        />
      }
    >
      {isNewer && form.isDirty && (
        <ChangedAlert
          thing="user"
          differences={differencesOf(wordsOf(side, base), wordsOf(side, latest))}
          onReload={adopt}
        />
      )}
      <UserFields side={side} form={form} canEdit={canEdit} isKnown />
      <UnsavedGuard
        thing="user"
        isDirty={form.isDirty && canEdit}
        isLeaving={() => leaving.current}
        onAsk={setGuarded}
      />
      {isRemoving && (
        <RemoveUser
          side={side}
          user={base}
          onRemoved={() => saved(`“${base.fullName}” was removed`)}
          onClose={() => setRemoving(false)}
        />
      )}
    </DialogFrame>
  )
}

/** Saves what is written; a failure stands at its field, or is told. */
function useSubmit(
  form: UserForm,
  save: ReturnType<typeof useUpdateUser>['mutate'],
  saved: (title: string) => void,
) {
  const toast = useToast()
  return () => {
    const draft = form.checked()
    if (!draft) return
    const { email: _email, ...change } = draft
    save(change, {
      onSuccess: ({ fullName }) => saved(`“${fullName}” was saved`),
      onError: (error) => {
        const failure = asFailure(error)
        if (failure.code === 'user.bad-phone') form.setErrors({ phoneNumber: failure.message })
        else if (failure.code !== 'user.changed')
          toast({ tone: 'failed', title: 'The user was not saved', message: failure.message })
      },
    })
  }
}

/** Nobody removes themselves: a button that says so. */
function RemoveButton({ user, onRemove }: { user: User; onRemove: () => void }) {
  const isSelf = useViewer().id === user.id
  return (
    <Button
      variant="subtle"
      color="red"
      mr="auto"
      disabled={isSelf}
      title={isSelf ? 'You cannot remove yourself' : undefined}
      onClick={onRemove}
    >
      Remove user
    </Button>
  )
}

interface EditorButtonsProps {
  canEdit: boolean
  isIdle: boolean
  isSaving: boolean
  removal: ReactNode
  onClose: () => void
  onSubmit: () => void
}

function EditorButtons({ canEdit, isIdle, isSaving, removal, onClose, onSubmit }: EditorButtonsProps) {
  return (
    <>
      {canEdit && removal}
      <Button variant="default" onClick={onClose}>
        {isIdle || !canEdit ? 'Close' : 'Cancel'}
      </Button>
      {canEdit && (
        <Button
          loading={isSaving}
          disabled={isIdle}
          title={isIdle ? 'Nothing has been changed' : undefined}
          onClick={onSubmit}
        >
          Save user
        </Button>
      )}
    </>
  )
}

function wordsOf(side: Side, user: User) {
  const { firstName, lastName, phoneNumber, memberships } = valuesOf(side, user)
  return {
    'First name': firstName,
    'Last name': lastName,
    'Phone number': phoneNumber,
    Role: side === 'platform' ? roleNames[user.role] : messengerRoleNames[user.messengerRole],
    [sides[side].membership]: memberships.map(({ name }) => name).join(', '),
    'May sign in': user.status === 'disabled' ? 'no' : 'yes',
  }
}
