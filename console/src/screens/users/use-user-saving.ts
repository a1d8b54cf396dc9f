import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import type { PlatformUserChange, PlatformUserDraft, User } from '@verbatim/contract/users.ts'
import { useState } from 'react'
import { doesNothing } from '#screens/permission-profiles/effect-words.ts'
import type { Follow } from '#editor/use-follow.ts'
import { useUpdateUser, useUserEffect } from './mutations.ts'
import type { Side } from './sides.ts'

/** Saves somebody; where that gives or takes sight of messages, or a permission, it is said before. */
export function useUserSaving(side: Side, base: User, follow: Follow) {
  const [asked, setAsked] = useState<{ readonly change: PlatformUserChange; readonly effect: AccessEffect }>()
  const save = useUpdateUser(side, base)
  const weigh = useUserEffect(base.id)

  const send = (change: PlatformUserChange) =>
    save.mutate(change, {
      onSuccess: ({ fullName }) => follow.done(`“${fullName}” was saved`),
      onError: (error) => follow.failed('The user was not saved', error),
      onSettled: () => setAsked(undefined),
    })

  return {
    asked,
    isPending: save.isPending || weigh.isPending,
    isSending: save.isPending,
    forget: () => setAsked(undefined),
    confirm: () => asked && send(asked.change),
    submit({ email: _email, ...change }: PlatformUserDraft) {
      const { role, permissionProfileIds } = change
      if (side === 'messenger' || !givesOtherwise(base, change)) return send(change)
      weigh.mutate(
        { role, permissionProfileIds },
        {
          onSuccess: (effect) => (doesNothing(effect) ? send(change) : setAsked({ change, effect })),
          onError: (error) =>
            follow.failed('The effect could not be determined. The user was not saved', error),
        },
      )
    },
  }
}

function givesOtherwise(
  { role, permissionProfiles }: User,
  change: Pick<PlatformUserDraft, 'role' | 'permissionProfileIds'>,
): boolean {
  const had = new Set(permissionProfiles.map(({ id }) => id))
  const { permissionProfileIds: ids } = change
  return change.role !== role || ids.length !== had.size || ids.some((id) => !had.has(id))
}
