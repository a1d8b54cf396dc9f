import { NativeSelect } from '@mantine/core'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { SideMenu } from '@verbatim/ui/frame/SideMenu.tsx'
import { TabBar } from '@verbatim/ui/frame/TabBar.tsx'
import { type NavigationScreen, openScreens, screenOf } from '#shell/navigation.ts'
import { useViewer } from '#shell/use-app-context.ts'
import classes from './SettingsFrame.module.css'

interface SettingsFrameProps {
  /** The heading of the tabs: "Organization Settings". */
  label: string
  tabs: readonly NavigationScreen[]
}

/**
 * Related screens, each a tab with its own address. Tabs with headings are a list beside the open tab if there is room for
 * it, else a bar above it, and one select on a phone. Only one of the three is visible.
 */
export function SettingsFrame({ label, tabs }: SettingsFrameProps) {
  const { permissions } = useViewer()
  const current = useRouterState({ select: ({ location }) => screenOf(tabs, location.pathname)?.href })
  const open = openScreens(tabs, permissions)
  const isGrouped = open.some(({ under }) => under !== undefined)
  return (
    <div className={classes.frame} data-grouped={isGrouped || undefined} data-flows>
      {isGrouped && <TabList label={label} tabs={open} current={current} />}
      {/* A single tab would repeat the title of its screen. */}
      {open.length > 1 && (
        <div className={classes.bar} data-screen-only>
          <TabBar
            label={label}
            current={current ?? ''}
            tabs={open.map(({ label: name, href }) => ({ id: href, label: name, href }))}
          />
        </div>
      )}
      {isGrouped && <TabSelect label={label} tabs={open} current={current} />}
      <div className={classes.open} data-flows>
        <Outlet />
      </div>
    </div>
  )
}

interface TabsProps extends SettingsFrameProps {
  current: string | undefined
}

const underHeadings = (tabs: readonly NavigationScreen[]) => [...Map.groupBy(tabs, ({ under = '' }) => under)]

function TabList({ label, tabs, current }: TabsProps) {
  const sections = underHeadings(tabs).map(([heading, members]) => ({
    heading,
    links: members.map(({ label: name, short, href, icon: TabIcon }) => ({
      href,
      label: (
        <>
          <TabIcon size={16} stroke={1.75} aria-hidden />
          {short ?? name}
        </>
      ),
      name: short && name,
    })),
  }))
  return <SideMenu label={label} sections={sections} current={current} />
}

function TabSelect({ label, tabs, current }: TabsProps) {
  const { history } = useRouter()
  return (
    <div className={classes.select} data-screen-only>
      <NativeSelect
        aria-label={label}
        leftSection="Settings:"
        leftSectionWidth={80}
        value={current ?? ''}
        onChange={(event) => history.push(event.currentTarget.value)}
      >
        {underHeadings(tabs).map(([heading, members]) => (
          <optgroup key={heading} label={heading}>
            {members.map(({ label: name, href }) => (
              <option key={href} value={href}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
    </div>
  )
}
