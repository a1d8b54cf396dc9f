import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { linking, type LinkChoice, type LinkState } from '@verbatim/contract/account-links.ts'
import { useRef } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'

interface Asked {
  readonly want?: LinkChoice
  readonly again?: true
}

interface LinkingOptions<State extends LinkState> {
  readonly key: readonly string[]
  readonly ask: (asked: Asked, signal?: AbortSignal) => Promise<State>
}

/** Asks how far the linking of an account is, every two seconds while the page is open; that keeps it going. */
export function useLinking<State extends LinkState>({ key, ask }: LinkingOptions<State>) {
  const queryClient = useQueryClient()
  const tellFailure = useFailureToast()
  const chosen = useRef<LinkChoice | undefined>(undefined)
  const queryKey = ['linking', ...key]
  const wanted = () => (chosen.current ? { want: chosen.current } : {})
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(wanted(), signal),
    // A link that does not work will not work again; what the network lost is asked for again.
    refetchInterval: ({ state }) =>
      state.data?.status === 'connected' || isFinal(state.error) ? false : linking.askEveryMs,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ want, again }: Asked) => {
      if (want) chosen.current = want
      return ask({ ...wanted(), ...(again && { again }) })
    },
    onSuccess: (state) => queryClient.setQueryData(queryKey, state),
    // What is final is the answer to the next question, too, and then the page says it.
    onError: (error) => {
      if (!isFinal(error)) tellFailure('Linking did not continue', error)
    },
  })
  return {
    state: data,
    failure: error && (isFinal(error) || !data) ? asFailure(error) : undefined,
    choose: (want: LinkChoice) => mutate({ want }),
    /** What another call answered. */
    put: (state: State) => queryClient.setQueryData(queryKey, state),
    startAgain: () => mutate({ again: true }),
    isBusy: isPending,
  }
}

const isFinal = (error: Error | null) =>
  error !== null && /^(account-link|account|access|session)\./.test(asFailure(error).code)
