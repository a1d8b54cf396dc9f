import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { listenForChanges } from './realtime.ts'
import { Shell } from './Shell.tsx'
import { useHouse, useViewer } from './use-house.ts'

/** The frame of the signed-in console; while it stands, changes are listened for. */
export function ShellScreen() {
  const { session } = useHouse()
  const queryClient = useQueryClient()
  useEffect(() => listenForChanges(session, queryClient), [session, queryClient])
  return (
    <Shell viewer={useViewer()}>
      <Outlet />
    </Shell>
  )
}
