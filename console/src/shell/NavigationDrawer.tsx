import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEscape } from '@verbatim/ui/escape.tsx'
import { useFocusReturn } from '@verbatim/ui/use-focus-return.ts'
import { useEffect, useEffectEvent } from 'react'
import { SideBar } from './SideBar.tsx'
import type { Viewer } from './viewer.ts'

/** The side bar of a narrow screen. Loaded when it is first opened. */
export function NavigationDrawer({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  useEscape(true, onClose)
  const layer = useFocusReturn(true)
  // A screen that is turned or made wider has the side bar itself.
  const isWide = useMediaQuery('(min-width: 901px)', false, { getInitialValueInEffect: false })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isWide) close()
  }, [isWide])
  return (
    <Drawer.Root ref={layer} opened onClose={onClose} size={272} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Navigation">
        <SideBar viewer={viewer} folded={false} onFollow={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  )
}
