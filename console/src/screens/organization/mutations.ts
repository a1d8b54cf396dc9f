import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import {
  type Organization,
  type OrganizationChange,
  removeOrganizationLogo,
  setOrganizationLogo,
  updateOrganization,
} from '@verbatim/contract/organizations.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { profileQuery } from './queries.ts'

/** Keeps what the server answered, and has the name and logo around every screen read again. */
function useAnswer() {
  const api = useApi()
  const queryClient = useQueryClient()
  return (organization: Organization) => {
    queryClient.setQueryData(profileQuery(api).queryKey, organization)
    void queryClient.invalidateQueries({ queryKey: ['organization', 'basics'] })
  }
}

export function useSaveProfile() {
  const api = useApi()
  const keep = useAnswer()
  return useMutation({
    mutationFn: (body: OrganizationChange) => api(updateOrganization, { body }),
    onSuccess: keep,
  })
}

/** Shows another logo at once, or none. A file that is refused is told by the caller. */
export function useSetLogo() {
  const api = useApi()
  const keep = useAnswer()
  const toast = useToast()
  return useMutation({
    mutationFn: async (file: File | undefined) =>
      file
        ? api(setOrganizationLogo, { body: new Uint8Array(await file.arrayBuffer()) })
        : api(removeOrganizationLogo, {}),
    onSuccess: (organization, file) => {
      keep(organization)
      toast({ tone: 'done', title: file ? 'The logo was changed' : 'The logo was removed' })
    },
    onError: (error, file) => {
      if (!file)
        toast({ tone: 'failed', title: 'The logo was not removed', message: asFailure(error).message })
    },
  })
}
