import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { MessageId, UserId } from '@verbatim/contract/ids.ts'
import { getEffectiveAccess } from '@verbatim/contract/effective-access.ts'
import { getProfile, listProfilePeople } from '@verbatim/contract/permission-profiles.ts'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { peopleOf } from '#editor/people-question.ts'
import { oneQuery } from '#lists/one-query.ts'

export const profileQuery = oneQuery(['permission-profiles'], getProfile)

/** The members of a profile, and candidates to add. */
export const profilePeople = peopleOf(
  { key: ['permission-profiles', 'people'], call: listProfilePeople, field: 'permissionProfileId' },
  ({ id, name, email, role }) => ({ id, name, detail: `${email} · ${roleNames[role]}` }),
)

/** Why a user can or cannot see a message, or what they can see in total. */
export function effectiveAccessQuery(api: Api, userId: string, messageId?: string) {
  return queryOptions({
    queryKey: ['permission-profiles', 'access', userId, messageId],
    queryFn: ({ signal }) =>
      api(
        getEffectiveAccess,
        {
          query: {
            userId: UserId.parse(userId),
            ...(messageId !== undefined && { messageId: MessageId.parse(messageId) }),
          },
        },
        signal,
      ),
  })
}
