import { useQueryClient } from '@tanstack/react-query'
import { listenForChanges } from '@verbatim/client/realtime.ts'
import { useEffect } from 'react'
import { useVisit } from '#shell/use-visit.ts'

/** While a screen is open, reloads conversations when messages arrive and when the network is back. */
export function useFreshConversations(): void {
  const { app } = useVisit()
  const queryClient = useQueryClient()
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['conversations'] })
    const stop = app
      ? listenForChanges(app.session, (slices) => {
          if (slices.has('messages') || slices.has('conversations')) readAgain()
        })
      : () => {}
    addEventListener('online', readAgain)
    return () => {
      stop()
      removeEventListener('online', readAgain)
    }
  }, [app, queryClient])
}
