import { Navigate } from '@tanstack/react-router'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { openEntries } from './navigation.ts'
import { useViewer } from './use-app-context.ts'

/** The main page: the first screen that the reader may open. */
export function FirstScreen() {
  const { permissions } = useViewer()
  const [entry] = openEntries(permissions)
  if (entry) return <Navigate to={entry.first} replace />
  return (
    <EmptyState title="Nothing has been shared with you yet">
      An administrator of your organization can give you access through permission profiles.
    </EmptyState>
  )
}
