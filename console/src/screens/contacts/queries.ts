import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { getContact, getContactAvatar } from '@verbatim/contract/contacts.ts'
import { getContactHistory } from '@verbatim/contract/contact-changes.ts'
import { ContactId } from '@verbatim/contract/ids.ts'

export function contactQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['contacts', 'one', id],
    queryFn: ({ signal }) => api(getContact, { params: { id: contactIdOf(id) } }, signal),
  })
}

export function contactHistoryQuery(api: Api, id: ContactId) {
  return queryOptions({
    queryKey: ['contacts', 'history', id],
    queryFn: ({ signal }) => api(getContactHistory, { params: { id } }, signal),
  })
}

/** The bytes of a picture; a new picture has a new name, so none is requested twice. */
export function avatarQuery(api: Api, id: ContactId, name: string) {
  return queryOptions({
    queryKey: ['contact-avatars', id, name],
    queryFn: async ({ signal }) => (await api(getContactAvatar, { params: { id } }, signal)).read(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function contactIdOf(id: string): ContactId {
  const { data } = ContactId.safeParse(id)
  if (!data) throw new Failure('contact.not-found')
  return data
}
