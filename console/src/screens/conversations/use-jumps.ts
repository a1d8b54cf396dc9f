import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useOverviewAddress } from './overview-address.ts'
import { useApi } from '#shell/use-app-context.ts'
import { firstMessageQuery } from './queries.ts'

/** Jumps to either end of a thread, and to the first message of a day. */
export function useJumps(id: string, hasNewest: boolean) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  const { at, put } = useOverviewAddress()
  const toNewest = () => {
    put({ at: undefined })
    // If the newest end is already in the page, it only scrolls, without loading.
    if (hasNewest && !at) lastMessage()?.scrollIntoView({ block: 'end' })
  }
  const toFirstFrom = async (from: Date | undefined) => {
    const found = await queryClient.fetchQuery(firstMessageQuery(api, id, from))
    if (found) return put({ at: found.id })
    toNewest()
    toast({
      tone: 'done',
      title: 'No messages on or after that day',
      message: 'This is the newest message.',
    })
  }
  const go = (from: Date | undefined) => {
    toFirstFrom(from).catch((error: unknown) => {
      tellFailure('The conversation could not be loaded', error)
    })
  }
  return {
    toNewest,
    toFirst: () => go(undefined),
    /** @param day The value of a date field; the day starts at the reader's midnight. */
    toDay: (day: string) => go(new Date(`${day}T00:00:00`)),
  }
}

const lastMessage = () => [...document.querySelectorAll('[aria-modal="true"] [data-message]')].at(-1)
