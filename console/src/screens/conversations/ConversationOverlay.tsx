import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useOverviewAddress } from './overview-address.ts'

const ConversationOverview = lazy(() =>
  import('./ConversationOverview.tsx').then(({ ConversationOverview: Loaded }) => ({
    default: Loaded,
  })),
)

/**
 * The conversation that `?conversation=…` opens over any screen. Closing it returns to the previous place in history and
 * the previous focus. Loaded on first use.
 */
export function ConversationOverlay() {
  const { conversation, put } = useOverviewAddress()
  const { history } = useRouter()
  const [shown, setShown] = useState(conversation)
  if (conversation && conversation !== shown) setShown(conversation)
  const opener = useRef<Element | null>(null)
  const openedHere = useRef(false)
  useEffect(() => {
    if (conversation) opener.current = document.activeElement
    else {
      openedHere.current = true
      giveFocusTo(opener.current)
      opener.current = null
    }
  }, [conversation])
  const close = () => {
    if (openedHere.current) history.back()
    else put({ conversation: undefined, at: undefined, find: undefined })
  }
  if (!shown) return
  return (
    <Suspense>
      <ConversationOverview key={shown} id={shown} opened={conversation !== undefined} onClose={close} />
    </Suspense>
  )
}

/** Returns the focus to the pressed element, or to the screen if that is gone. */
function giveFocusTo(opener: Element | null): void {
  if (!opener) return
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
  const target = isThere ? opener : document.querySelector<HTMLElement>('#content')
  target?.focus({ preventScroll: true })
}
