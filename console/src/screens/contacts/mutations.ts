import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Contact,
  type ContactChange,
  type ContactDraft,
  createContact,
  deleteContact,
  getContactEffect,
  type KeptChange,
  removeContactAvatar,
  setContactAvatar,
  undoContactChange,
  updateContact,
} from '@verbatim/contract/contacts.ts'
import { useApi } from '#shell/use-house.ts'

function useFresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['contacts'] })
}

export function useCreateContact() {
  const api = useApi()
  const onSuccess = useFresh()
  return useMutation({
    mutationFn: (draft: ContactDraft) => api(createContact, { body: draft }),
    onSuccess,
  })
}

/** Asks what a change would do; nothing is done. */
export function useFindEffect({ id }: Pick<Contact, 'id'>) {
  const api = useApi()
  return useMutation({
    mutationFn: (draft: ContactDraft) => api(getContactEffect, { params: { id }, body: draft }),
  })
}

interface Saving {
  readonly draft: ContactDraft
  readonly confirmed?: ContactChange['confirmed']
}

export function useSaveContact({ id, version }: Contact) {
  const api = useApi()
  const onSettled = useFresh()
  return useMutation({
    mutationFn: ({ draft, confirmed }: Saving) =>
      api(updateContact, { params: { id }, body: { ...draft, expectedVersion: version, confirmed } }),
    onSettled,
  })
}

export function useDeleteContact({ id, version }: Contact) {
  const api = useApi()
  const onSuccess = useFresh()
  return useMutation({
    mutationFn: () => api(deleteContact, { params: { id }, query: { expectedVersion: version } }),
    onSuccess,
  })
}

/** Takes a change back with all that followed from it. */
export function useUndoChange() {
  const api = useApi()
  const onSettled = useFresh()
  return useMutation({
    mutationFn: ({ id: changeId, contact: { id } }: Pick<KeptChange, 'id' | 'contact'>) =>
      api(undoContactChange, { params: { id, changeId } }),
    onSettled,
  })
}

/** Another picture, or none. */
export function useSetAvatar({ id }: Pick<Contact, 'id'>) {
  const api = useApi()
  const onSuccess = useFresh()
  return useMutation({
    mutationFn: async (file: File | undefined) =>
      file
        ? api(setContactAvatar, { params: { id }, body: new Uint8Array(await file.arrayBuffer()) })
        : api(removeContactAvatar, { params: { id } }),
    onSuccess,
  })
}
