import { Drawer } from '@mantine/core'
import { useEscape } from '@verbatim/ui/escape.tsx'
import { useFocusReturn } from '@verbatim/ui/use-focus-return.ts'
import { SideBar } from './SideBar.tsx'
import type { Viewer } from './viewer.ts'

/** The side bar of a narrow screen. Loaded when it is first opened. */
export function NavigationDrawer({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  useEscape(true, onClose)
  useFocusReturn(true)
  return (
    <Drawer.Root opened onClose={onClose} size={272} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Navigation">
        <SideBar viewer={viewer} folded={false} onFollow={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  )
}
