import { useSessionStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { useViewer } from '#shell/use-app-context.ts'

const mostKept = 1_000

/** `<similar to> <event>`: an event is similar to itself, and to the event of the reader's list of similar events. */
function useOpenedEvents() {
  const { id } = useViewer()
  return useSessionStorage<readonly string[]>({
    key: `verbatim.opened-events.${id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
}

/** Remembers in this tab that the reader has opened an event, from a list of those similar to `likeOf` if there is one. */
export function useOpened(eventId: string, likeOf: string | undefined): void {
  const [, setOpened] = useOpenedEvents()
  useEffect(() => {
    const opened = [`${eventId} ${eventId}`, ...(likeOf ? [`${likeOf} ${eventId}`] : [])]
    setOpened((before) => {
      const added = opened.filter((one) => !before.includes(one))
      return added.length === 0 ? before : [...before, ...added].slice(-mostKept)
    })
  }, [eventId, likeOf, setOpened])
}

/** How many events similar to this one the reader has opened, including those decided on that have left the list. */
export function useOpenedLike(eventId: string | undefined): number {
  const [opened] = useOpenedEvents()
  return opened.filter((one) => one.startsWith(`${eventId} `)).length
}
