import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Api } from '@verbatim/client/api.ts'
import { getPurpose, type StatedPurpose, statePurpose } from '@verbatim/contract/purposes.ts'
import { asFailure } from '@verbatim/client/failure.ts'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#shell/use-app-context.ts'

/** Whether the organization requires a purpose, and the reader's own. Requested again when that expires. */
export function purposeQuery(api: Api) {
  return queryOptions({
    queryKey: ['organization', 'purpose'],
    queryFn: ({ signal }) => api(getPurpose, {}, signal),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.current) return false
      return Math.max(1_000, new Date(data.current.until).getTime() - Date.now())
    },
  })
}

/** States a purpose; calls that were refused without one are repeated. */
export function useStatePurpose(onStated: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (body: StatedPurpose) => api(statePurpose, { body }),
    onSuccess: async (state) => {
      onStated()
      queryClient.setQueryData(purposeQuery(api).queryKey, state)
      await queryClient.invalidateQueries({ predicate: ({ state: { error } }) => isMissing(error) })
      await router.invalidate()
    },
  })
}

const isMissing = (error: unknown) => error !== null && asFailure(error).code === 'purpose.required'

/**
 * Calls `act` when a request is refused because it needs a purpose. What is loaded ahead, as when a link has the focus or the
 * pointer, asks for nothing: the visit does.
 */
export function useRefusedWithoutPurpose(act: () => void): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const refused = useEffectEvent(act)
  useEffect(() => {
    const ofQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !isMissing(event.action.error)) return
      if (event.query.isActive() || router.state.status === 'pending') refused()
    })
    const ofMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && isMissing(event.action.error))
        refused()
    })
    return () => {
      ofQueries()
      ofMutations()
    }
  }, [queryClient, router])
}
