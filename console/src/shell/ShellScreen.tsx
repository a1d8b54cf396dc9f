import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { memo, useEffect, useRef } from 'react'
import { ConversationOverlay } from '#screens/conversations/ConversationOverlay.tsx'
import { ExportTray } from '#exports/ExportTray.tsx'
import { keepFresh } from './realtime.ts'
import { Shell } from './Shell.tsx'
import { useAppContext, useViewer } from './use-app-context.ts'

/**
 * The frame of the signed-in console, with layers over any screen. While it is open, it listens for changes. A step from one screen to
 * the next does not draw it again.
 */
export const ShellScreen = memo(function Frame() {
  const { session } = useAppContext()
  const queryClient = useQueryClient()
  const viewer = useViewer()
  useEffect(() => keepFresh(session, queryClient), [session, queryClient])
  return (
    <ExportTray>
      {(tray) => (
        <>
          <Shell viewer={viewer} foot={tray}>
            <Outlet />
          </Shell>
          <ConversationOverlay />
          <FocusOnArrival />
        </>
      )}
    </ExportTray>
  )
})

/** If a new screen removed the focused element, the focus moves to the screen, so that reading starts there and not at the top. */
function FocusOnArrival() {
  const arrived = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(arrived)
  useEffect(() => {
    const isFirst = last.current === undefined
    if (arrived === last.current) return
    last.current = arrived
    if (isFirst || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
  }, [arrived])
  return null
}
