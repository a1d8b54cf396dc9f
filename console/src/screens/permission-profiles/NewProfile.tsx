import { Button } from '@mantine/core'
import { useParams, useRouter } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useRef } from 'react'
import { useFailureToast } from '#shell/failure-toast.ts'
import { useCreateProfile } from './mutations.ts'
import { toPermissions, useProfileForm } from './profile-form.ts'
import { ProfileDialog } from './ProfileDialog.tsx'
import { toProfileTab, useProfilesAddress } from './profiles-address.ts'

/** A profile to be made, with everything in it, at once. */
export function NewProfile() {
  const tab = toProfileTab(useParams({ strict: false }).tab)
  const form = useProfileForm(undefined)
  const create = useCreateProfile()
  const { close, href } = useProfilesAddress()
  const { history } = useRouter()
  const toast = useToast()
  const tellFailure = useFailureToast()
  const leaving = useRef(false)
  const submit = () => {
    const info = form.checkedInfo()
    if (!info) {
      history.replace(href('new'))
      return
    }
    const memberIds = form.members.added.map(({ id }) => id as UserId)
    create.mutate(
      { ...info, ...toPermissions(form.given), memberIds },
      {
        onSuccess: ({ name }) => {
          leaving.current = true
          toast({ tone: 'done', title: `“${name}” was created` })
          close()
        },
        onError: (error) => {
          const failure = asFailure(error)
          if (failure.code === 'permission-profile.name-taken') {
            form.setErrors({ name: failure.message })
            history.replace(href('new'))
          } else tellFailure('The permission profile was not created', failure)
        },
      },
    )
  }
  return (
    <ProfileDialog
      base={undefined}
      form={form}
      tab={tab}
      canEdit
      isLeaving={() => leaving.current}
      footer={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={create.isPending} onClick={submit}>
            Create profile
          </Button>
        </>
      }
    />
  )
}
