import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConversationOverlay } from './ConversationOverlay.tsx'
import { ExportTray } from './exports/ExportTray.tsx'
import { keepFresh } from './realtime.ts'
import { Shell } from './Shell.tsx'
import { useHouse, useViewer } from './use-house.ts'

/** The frame of the signed-in console, and what lies over any screen; while it stands, changes are listened for. */
export function ShellScreen() {
  const { session } = useHouse()
  const queryClient = useQueryClient()
  useEffect(() => keepFresh(session, queryClient), [session, queryClient])
  return (
    <ExportTray>
      <Shell viewer={useViewer()}>
        <Outlet />
      </Shell>
      <ConversationOverlay />
    </ExportTray>
  )
}
