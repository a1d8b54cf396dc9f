import { useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import type { PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import type { PermissionProfileDetail } from '@verbatim/contract/permission-profiles.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { type Offenders, offendersOf } from '#editor/MoveModal.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { doesNothing } from './effect-words.ts'
import { useSaveProfile } from './mutations.ts'
import { useProfileFailureToast } from './profile-failure.ts'
import { type ProfileForm, toPermissions } from './profile-form.ts'
import type { ProfilePart } from './profile-saves.ts'
import { type AskedEffect, profileEffectQuery } from './queries.ts'

const savedWords = { info: 'The name', permissions: 'The permissions', members: 'The members' } as const

/** A part that waits for an answer: to what it would do, or where those go who would be left without a profile. */
interface Asked {
  readonly part: ProfilePart
  readonly effect?: AccessEffect
  readonly offenders?: Offenders
}

/** Saves a profile part by part; what changes for whom is said before it is saved. */
export function useProfileSaving(
  base: PermissionProfileDetail,
  form: ProfileForm,
  onBase: (profile: PermissionProfileDetail) => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useProfileFailureToast()
  const [asked, setAsked] = useState<Asked>()
  const [isAsking, setAsking] = useState(false)
  const save = useSaveProfile(base, onBase)

  const send = (part: ProfilePart) =>
    save.mutate(part, {
      onSuccess: (profile) => {
        setAsked(undefined)
        form.reset(profile, part.part)
        toast({
          tone: 'done',
          title: `${savedWords[part.part]} of “${profile.name}” ${part.part === 'info' ? 'was' : 'were'} saved`,
        })
      },
      onError: (error) => {
        const failure = asFailure(error)
        const offenders = offendersOf(error, 'permission-profile.last-profile')
        setAsked(offenders && { part, offenders })
        if (failure.code === 'permission-profile.name-taken') form.setErrors({ name: failure.message })
        else if (!offenders && failure.code !== 'permission-profile.changed')
          tellFailure(`${savedWords[part.part]} could not be saved`, failure)
      },
    })

  /** Saves at once what changes nothing for anybody; asks about the rest. */
  const propose = async (part: ProfilePart, change: AskedEffect) => {
    setAsking(true)
    try {
      const effect = await queryClient.fetchQuery(profileEffectQuery(api, base.id, change))
      if (doesNothing(effect)) send(part)
      else setAsked({ part, effect })
    } catch (error) {
      tellFailure('The effect could not be determined. Nothing was saved', error)
    } finally {
      setAsking(false)
    }
  }

  return {
    asked,
    isSaving: save.isPending || isAsking,
    isSending: save.isPending,
    forget: () => setAsked(undefined),
    confirm: () => asked && send(asked.part),
    /** What the refuge gives to those left over is told like anything else. */
    move: (moveTo: PermissionProfileId) => {
      if (asked?.part.part !== 'members') return
      const change = { ...asked.part.change, moveTo }
      void propose({ part: 'members', change }, change)
    },
    saveInfo: () => {
      const info = form.checkedInfo()
      if (info) send({ part: 'info', info })
    },
    savePermissions: () => {
      const given = toPermissions(form.given)
      void propose({ part: 'permissions', given }, { permissions: given })
    },
    saveMembers: () => {
      const ids = (people: ProfileForm['members']['added']) => people.map(({ id }) => id as UserId)
      const change = { added: ids(form.members.added), removed: ids(form.members.removed) }
      void propose({ part: 'members', change }, change)
    },
  }
}
export type ProfileSaving = ReturnType<typeof useProfileSaving>
