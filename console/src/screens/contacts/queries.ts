import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { getContact, getContactAvatar } from '@verbatim/contract/contacts.ts'
import { listContactConsents } from '@verbatim/contract/contact-consents.ts'
import { getContactHistory } from '@verbatim/contract/contact-changes.ts'
import type { ContactId } from '@verbatim/contract/ids.ts'
import { oneQuery } from '#lists/one-query.ts'

export const contactQuery = oneQuery(['contacts'], getContact)

export function contactHistoryQuery(api: Api, id: ContactId) {
  return queryOptions({
    queryKey: ['contacts', 'history', id],
    queryFn: ({ signal }) => api(getContactHistory, { params: { id } }, signal),
  })
}

export function contactConsentsQuery(api: Api, id: ContactId) {
  return queryOptions({
    queryKey: ['messages', 'consents', id],
    queryFn: ({ signal }) => api(listContactConsents, { params: { id } }, signal),
  })
}

/** The bytes of a picture. A new picture has a new name, so none is requested twice. */
export function avatarQuery(api: Api, id: ContactId, name: string) {
  return queryOptions({
    queryKey: ['contact-avatars', id, name],
    queryFn: async ({ signal }) => (await api(getContactAvatar, { params: { id } }, signal)).read(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
