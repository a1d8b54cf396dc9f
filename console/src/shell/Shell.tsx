import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { useEscape } from '@verbatim/ui/escape.tsx'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect } from 'react'
import classes from './Shell.module.css'
import { CommandPalette } from './CommandPalette.tsx'
import { InMainPart } from '@verbatim/ui/frame/MainPart.tsx'
import { PageActsProvider } from './page-acts.tsx'
import { rowsQuery } from './palette/rows-query.ts'
import { PauseBanner } from './PauseBanner.tsx'
import { PurposeBar } from './purpose/PurposeBar.tsx'
import { SideBar } from './SideBar.tsx'
import { TopBar } from './TopBar.tsx'
import { useIdleLock } from './use-idle-lock.ts'
import { useKeysAhead } from './use-keys-ahead.ts'
import type { Viewer } from './viewer.ts'

const NavigationDrawer = lazy(() =>
  import('./NavigationDrawer.tsx').then(({ NavigationDrawer: Loaded }) => ({ default: Loaded })),
)
const Shortcuts = lazy(() => import('./Shortcuts.tsx').then(({ Shortcuts: Loaded }) => ({ default: Loaded })))

interface ShellProps {
  viewer: Viewer
  /** What has room below the page. */
  foot: ReactNode
  children: ReactNode
}

/** The frame around every screen: the side bar, the top bar, and the shortcuts that work anywhere. */
export function Shell({ viewer, foot, children }: ShellProps) {
  const [folded, setFolded] = useLocalStorage({
    key: 'verbatim.side-bar-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [drawer, drawerControl] = useDisclosure(false)
  const [palette, paletteControl] = useDisclosure(false)
  const [shortcuts, shortcutsControl] = useDisclosure(false)
  useKeysAhead()
  useKeys({ '?': shortcutsControl.open, '[': () => setFolded(!folded) })
  const queryClient = useQueryClient()
  const preparePalette = useCallback(() => void queryClient.prefetchQuery(rowsQuery), [queryClient])
  usePaletteKey(paletteControl.toggle, preparePalette)
  // They handle Escape themselves after their code is loaded.
  useEscape(drawer, drawerControl.close)
  useEscape(shortcuts, shortcutsControl.close)
  useIdleLock(viewer.idleLockMinutes)
  return (
    <PageActsProvider>
      <div className={classes.shell} data-flows data-shell data-folded={folded || undefined}>
        <a href="#content" className={classes.skip} data-screen-only>
          Skip to content
        </a>
        <div className={classes.side} data-screen-only>
          <SideBar viewer={viewer} folded={folded} onFold={() => setFolded(!folded)} />
        </div>
        <TopBar
          viewer={viewer}
          onMenu={drawerControl.open}
          onPalette={paletteControl.open}
          onPaletteAhead={preparePalette}
          onShortcuts={shortcutsControl.open}
        />
        <div className={classes.main} data-flows>
          <PauseBanner />
          {viewer.permissions.has('messages.view') && <PurposeBar />}
          <main id="content" tabIndex={-1} className={classes.content} data-flows>
            <InMainPart value>{children}</InMainPart>
          </main>
        </div>
        <Suspense>
          {drawer && <NavigationDrawer viewer={viewer} onClose={drawerControl.close} />}
          {palette && (
            <CommandPalette
              viewer={viewer}
              isFolded={folded}
              onFold={() => setFolded(!folded)}
              onShortcuts={shortcutsControl.open}
              onClose={paletteControl.close}
            />
          )}
          {shortcuts && <Shortcuts onClose={shortcutsControl.close} />}
        </Suspense>
        {foot}
      </div>
    </PageActsProvider>
  )
}

/** Ctrl or ⌘ K, even while typing. Its rows are loaded from Ctrl or ⌘ on. */
function usePaletteKey(toggle: () => void, prepare: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') prepare()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [toggle, prepare])
}
