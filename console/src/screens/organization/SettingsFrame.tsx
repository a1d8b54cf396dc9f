import { Outlet, useRouterState } from '@tanstack/react-router'
import { TabBar } from '@verbatim/ui/TabBar.tsx'
import { type NavigationScreen, openScreens, screenOf } from '#shell/navigation.ts'
import classes from './SettingsFrame.module.css'
import { useViewer } from '#shell/use-app-context.ts'

interface SettingsFrameProps {
  /** The heading of the tabs: "Organization Settings". */
  label: string
  tabs: readonly NavigationScreen[]
}

/** Related screens, each a tab with its own address. The open one is shown below the tabs. */
export function SettingsFrame({ label, tabs }: SettingsFrameProps) {
  const { permissions } = useViewer()
  const current = useRouterState({ select: ({ location }) => screenOf(tabs, location.pathname)?.href })
  return (
    <>
      <div className={classes.tabs}>
        <TabBar
          label={label}
          current={current ?? ''}
          tabs={openScreens(tabs, permissions).map(({ label: name, href }) => ({
            id: href,
            label: name,
            href,
          }))}
        />
      </div>
      <Outlet />
    </>
  )
}
