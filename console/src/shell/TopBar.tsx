import { ActionIcon, Kbd } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Badge } from '@verbatim/ui/Badge.tsx'
import { environmentMeaning } from './environment.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { InboxButton } from './inbox/InboxButton.tsx'
import classes from './TopBar.module.css'
import { useOrganization } from './use-app-context.ts'
import type { Viewer } from './viewer.ts'

interface TopBarProps {
  viewer: Viewer
  onMenu: () => void
  onPalette: () => void
  /** The palette is probably opened next. */
  onPaletteAhead: () => void
  onShortcuts: () => void
}

/** The organization, the search, the environment, and the account. */
export function TopBar({ viewer, onMenu, onPalette, onPaletteAhead, onShortcuts }: TopBarProps) {
  const { logo, name } = useOrganization()
  const environment = environmentMeaning(viewer.organization.environment)
  return (
    <section className={classes.bar} aria-label="Top bar" data-screen-only>
      <ActionIcon className={classes.menu} aria-label="Open navigation" onClick={onMenu}>
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      {logo && <img className={classes.logo} src={logo.url} alt="" />}
      <span className={classes.organization} dir="auto" title={name}>
        {name}
      </span>
      {environment && (
        <span className={classes.environment}>
          <Badge meaning={environment} of="Environment" />
        </span>
      )}
      <button
        type="button"
        className={classes.palette}
        onClick={onPalette}
        onPointerEnter={onPaletteAhead}
        onFocus={onPaletteAhead}
        title="Go anywhere"
      >
        <IconSearch size={16} aria-hidden />
        <span>Go to…</span>
        <Kbd size="xs" aria-hidden>
          Ctrl K
        </Kbd>
      </button>
      {viewer.permissions.has('events.view') && <InboxButton />}
      <AccountMenu viewer={viewer} onShortcuts={onShortcuts} />
    </section>
  )
}
