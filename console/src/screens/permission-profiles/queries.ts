import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { MessageId, type PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { getEffectiveAccess } from '@verbatim/contract/effective-access.ts'
import { getProfile, listProfilePeople } from '@verbatim/contract/permission-profiles.ts'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { peopleQuery } from '#editor/people-question.ts'
import type { PeopleSource } from '#editor/PeopleEditor.tsx'
import { oneQuery } from '#lists/one-query.ts'

export const profileQuery = oneQuery(['permission-profiles'], getProfile)

/** The members of a profile, and candidates to add. */
export function profilePeople(profileId: PermissionProfileId | undefined): PeopleSource {
  return {
    key: ['permission-profiles', 'people', profileId],
    async find(api, question, signal) {
      const query = peopleQuery({ field: 'permissionProfileId', id: profileId }, question)
      const { items, total } = await api(listProfilePeople, { query }, signal)
      return {
        total,
        items: items.map(({ id, name, email, role }) => ({
          id,
          name,
          detail: `${email} · ${roleNames[role]}`,
        })),
      }
    },
  }
}

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
