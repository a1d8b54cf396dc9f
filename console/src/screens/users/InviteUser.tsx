import { Button, Stack } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useRef, useState } from 'react'
import { DialogFrame } from '@verbatim/ui/DialogFrame.tsx'
import { DeniedDialog } from '#editor/PendingDialog.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { MailWaits } from '#screens/mailbox/MailWaits.tsx'
import { UnsavedGuard } from '#editor/UnsavedGuard.tsx'
import { useCan } from '#shell/use-app-context.ts'
import { useInviteUser } from './mutations.ts'
import { type Side, sides, useUsersAddress } from './sides.ts'
import { useUserForm } from './user-form.ts'
import { UserFields } from './UserFields.tsx'

/** Somebody to be invited: they are mailed a temporary password. */
export function InviteUser({ side }: { side: Side }) {
  const { thing, manage } = sides[side]
  const { close } = useUsersAddress(side)
  if (!useCan(manage)) return <DeniedDialog title={`Invite a ${thing}`} permission={manage} onClose={close} />
  return <InviteForm side={side} />
}

function InviteForm({ side }: { side: Side }) {
  const { thing } = sides[side]
  const { close } = useUsersAddress(side)
  const toast = useToast()
  const tellFailure = useFailureToast()
  const form = useUserForm(side, undefined)
  const invite = useInviteUser(side)
  const leaving = useRef(false)
  const [isGuarded, setGuarded] = useState(false)
  const submit = () => {
    const draft = form.checked()
    if (!draft) return
    invite.mutate(draft, {
      onSuccess: ({ email }) => {
        leaving.current = true
        toast({ tone: 'done', title: `${email} was invited` })
        close()
      },
      onError: (error) => {
        const failure = asFailure(error)
        if (failure.code === 'user.email-taken') form.setErrors({ email: failure.message })
        else if (failure.details['field'] === 'phoneNumber') form.setErrors({ phoneNumber: failure.message })
        else tellFailure('The user was not invited', failure)
      },
    })
  }
  return (
    <DialogFrame
      title={`Invite a ${thing}`}
      isCovered={isGuarded}
      onClose={close}
      footer={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={invite.isPending} onClick={submit}>
            Send invitation
          </Button>
        </>
      }
    >
      <Stack gap="lg">
        <MailWaits />
        <UserFields side={side} form={form} canEdit />
      </Stack>
      <UnsavedGuard
        thing="invitation"
        isDirty={form.isDirty}
        isLeaving={() => leaving.current}
        onAsk={setGuarded}
      />
    </DialogFrame>
  )
}
