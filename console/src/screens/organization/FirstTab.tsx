import { Navigate } from '@tanstack/react-router'
import { openScreens, organizationTabs } from '#shell/navigation.ts'
import { useViewer } from '#shell/use-app-context.ts'

/** Organization Settings without a tab: opens the first tab that the reader may open, or the main page. */
export function FirstTab() {
  const [first] = openScreens(organizationTabs, useViewer().permissions)
  return <Navigate to={first?.href ?? '/'} replace />
}
