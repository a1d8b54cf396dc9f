import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Contact, removeContactAvatar, setContactAvatar } from '@verbatim/contract/contacts.ts'
import { type KeptChange, undoContactChange } from '@verbatim/contract/contact-changes.ts'
import { useApi } from '#shell/use-app-context.ts'

function useFresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['contacts'] })
}

/** Undoes a change with all its consequences. */
export function useUndoChange() {
  const api = useApi()
  const onSettled = useFresh()
  return useMutation({
    mutationFn: ({ id: changeId, contact: { id } }: Pick<KeptChange, 'id' | 'contact'>) =>
      api(undoContactChange, { params: { id, changeId } }),
    onSettled,
  })
}

/** Replaces or removes the picture. */
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
