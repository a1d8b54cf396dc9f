import { Button } from '@mantine/core'
import { useParams, useRouter } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import type { ProfileDraft } from '@verbatim/contract/permission-profiles.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useRef, useState } from 'react'
import { doesNothing } from './effect-words.ts'
import { useCreateProfile, useFindNewEffect } from './mutations.ts'
import { toPermissions, useProfileForm } from './profile-form.ts'
import { ProfileDialog } from './ProfileDialog.tsx'
import { AccessEffectModal } from './AccessEffectModal.tsx'
import { useProfileFailureToast } from './profile-failure.ts'
import { toProfileTab, useProfilesAddress } from './profiles-address.ts'

interface Asked {
  readonly draft: ProfileDraft
  readonly effect: AccessEffect
}

/** A profile to be made, with everything in it, at once; what its members get by it is said before. */
export function NewProfile() {
  const tab = toProfileTab(useParams({ strict: false }).tab)
  const form = useProfileForm(undefined)
  const create = useCreateProfile()
  const { close, href } = useProfilesAddress()
  const { history } = useRouter()
  const toast = useToast()
  const tellFailure = useProfileFailureToast()
  const leaving = useRef(false)
  const [asked, setAsked] = useState<Asked>()
  const find = useFindNewEffect()
  const fail = (error: unknown) => {
    setAsked(undefined)
    const failure = asFailure(error)
    if (failure.code === 'permission-profile.name-taken') {
      form.setErrors({ name: failure.message })
      history.replace(href('new'))
    } else tellFailure('The permission profile was not created', failure)
  }
  const send = (draft: ProfileDraft) =>
    create.mutate(draft, {
      onSuccess: ({ name }) => {
        leaving.current = true
        toast({ tone: 'done', title: `“${name}” was created` })
        close()
      },
      onError: fail,
    })
  const submit = () => {
    const info = form.checkedInfo()
    if (!info) {
      history.replace(href('new'))
      return
    }
    const permissions = toPermissions(form.given)
    const memberIds = form.members.added.map(({ id }) => id as UserId)
    const draft = { ...info, ...permissions, memberIds }
    if (memberIds.length === 0) return send(draft)
    find.mutate(
      { permissions, memberIds },
      {
        onSuccess: (effect) => (doesNothing(effect) ? send(draft) : setAsked({ draft, effect })),
        onError: (error) => tellFailure('The effect could not be determined. Nothing was saved', error),
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
      isCovered={asked !== undefined}
      footer={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={create.isPending || find.isPending} onClick={submit}>
            Create profile
          </Button>
        </>
      }
    >
      <AccessEffectModal
        effect={asked?.effect}
        confirmLabel="Create profile"
        busy={create.isPending}
        onConfirm={() => asked && send(asked.draft)}
        onClose={() => setAsked(undefined)}
      />
    </ProfileDialog>
  )
}
