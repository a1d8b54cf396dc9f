import { Navigate } from '@tanstack/react-router'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { navigation } from './navigation.ts'
import { useViewer } from './use-house.ts'

/** The main page: the first screen that the reader may open. */
export function FirstScreen() {
  const { permissions } = useViewer()
  const first = navigation.find(({ permission }) => permissions.has(permission))
  if (first) return <Navigate to={first.href} replace />
  return (
    <EmptyState title="Nothing has been shared with you yet">
      An administrator of your organization gives access through permission profiles.
    </EmptyState>
  )
}
