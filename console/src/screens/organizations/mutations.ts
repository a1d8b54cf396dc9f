import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { removeOrganizationLogo, setOrganizationLogo } from '@verbatim/contract/organizations.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { profileQuery } from './queries.ts'

/** The name and logo in the frame of every screen. */
export const basicsKey = ['organization', 'basics']

/** Sets or removes the logo, and shows that at once. The caller shows why a file was refused. */
export function useSetLogo() {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async (file: File | undefined) =>
      file
        ? api(setOrganizationLogo, { body: new Uint8Array(await file.arrayBuffer()) })
        : api(removeOrganizationLogo, {}),
    onSuccess: (organization, file) => {
      queryClient.setQueryData(profileQuery(api).queryKey, organization)
      void queryClient.invalidateQueries({ queryKey: basicsKey })
      toast({ tone: 'done', title: file ? 'The logo was changed' : 'The logo was removed' })
    },
    onError: (error, file) => {
      if (!file)
        toast({ tone: 'failed', title: 'The logo was not removed', message: asFailure(error).message })
    },
  })
}
