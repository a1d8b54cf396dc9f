import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { Link } from '@verbatim/ui/Link.tsx'
import { Mark } from '@verbatim/ui/frame/Mark.tsx'
import { entryOf, openEntries } from './navigation.ts'
import classes from './SideBar.module.css'
import { useOrganization } from './use-app-context.ts'
import type { Viewer } from './viewer.ts'

interface SideBarProps {
  viewer: Viewer
  folded: boolean
  onFold?: () => void
  /** Called when a link is followed, to close the drawer. */
  onFollow?: () => void
}

/** The navigation. Collapsed, it shows only icons; its entries keep their accessible names. */
export function SideBar({ viewer, folded, onFold, onFollow }: SideBarProps) {
  const current = useRouterState({ select: (state) => entryOf(state.location.pathname) })
  const sections = [...Map.groupBy(openEntries(viewer.permissions), ({ under }) => under)]
  const { logo } = useOrganization()
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav aria-label="Main" className={classes.bar} data-folded={folded || undefined}>
      <Link href="/" className={classes.brand} aria-label="Verbatim" onClick={onFollow}>
        {logo && !folded ? (
          <img className={classes.logo} src={logo.url} alt="" width={logo.width} height={logo.height} />
        ) : (
          <>
            <Mark />
            {!folded && <span>Verbatim</span>}
          </>
        )}
      </Link>
      <div className={classes.sections}>
        {sections.map(([title, entries]) => (
          <div key={title ?? 'first'} className={classes.section}>
            {title && !folded && <p className={classes.title}>{title}</p>}
            {entries.map((entry) => (
              <Entry
                key={entry.label}
                entry={entry}
                folded={folded}
                isCurrent={entry.label === current?.label}
                onFollow={onFollow}
              />
            ))}
          </div>
        ))}
      </div>
      {onFold && (
        <button
          type="button"
          className={classes.fold}
          onClick={onFold}
          aria-label={folded ? 'Expand sidebar' : 'Collapse sidebar'}
        >
          <FoldIcon size={18} stroke={1.75} aria-hidden />
          {!folded && <span>Collapse</span>}
        </button>
      )}
    </nav>
  )
}

interface EntryProps {
  entry: ReturnType<typeof openEntries>[number]
  folded: boolean
  isCurrent: boolean
  onFollow: (() => void) | undefined
}

function Entry({ entry, folded, isCurrent, onFollow }: EntryProps) {
  const { icon: EntryIcon, label, first } = entry
  return (
    <Link
      href={first}
      className={classes.entry}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={folded ? label : undefined}
      title={folded ? label : undefined}
      onClick={onFollow}
    >
      <EntryIcon size={18} stroke={1.75} aria-hidden />
      {!folded && <span>{label}</span>}
    </Link>
  )
}
