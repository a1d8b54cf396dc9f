import { Navigate } from '@tanstack/react-router'
import { type NavigationScreen, openScreens } from '#shell/navigation.ts'
import { useViewer } from '#shell/use-app-context.ts'

/** An entry without a tab: opens the first tab that the reader may open, or the main page. */
export function FirstTab({ tabs }: { tabs: readonly NavigationScreen[] }) {
  const [first] = openScreens(tabs, useViewer().permissions)
  return <Navigate to={first?.href ?? '/'} replace />
}
