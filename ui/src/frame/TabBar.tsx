import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { badgeCount } from '#badge-count.ts'
import { Link } from '#Link.tsx'
import classes from './TabBar.module.css'

export interface Tab {
  readonly id: string
  readonly label: string
  /** A tab has its own address. */
  readonly href: string
  readonly count?: number | undefined
  /** Whether something on it needs attention. */
  readonly hasProblem?: boolean
}

/** Tabs whose state is in the address: links, one of them current. A count above 99 is shown as 99+. */
export function TabBar({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  const bar = useRef<HTMLElement>(null)
  // On a narrow screen the current tab may be outside the visible area.
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (tab) center(tab)
  }, [current])
  // Anew with every change: a count that arrives makes its tab wider, and the bar not.
  useEffect(() => markHidden(bar.current))
  return (
    <nav
      ref={bar}
      className={classes.bar}
      aria-label={label}
      // The ring of the one with the focus would be under the fade of an end.
      onFocus={({ target }) => target.matches(':focus-visible') && center(target)}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={tab.href}
          className={classes.tab}
          aria-current={tab.id === current ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && (
            <span className={classes.count}>{badgeCount(tab.count)}</span>
          )}
          {tab.hasProblem && (
            <IconAlertCircle
              size={16}
              className={classes.problem}
              role="img"
              aria-label="needs a correction"
            />
          )}
        </Link>
      ))}
    </nav>
  )
}

function center({ parentElement: nav, offsetLeft, clientWidth }: HTMLElement): void {
  if (nav) nav.scrollLeft = offsetLeft - (nav.clientWidth - clientWidth) / 2
}

/** Marks the ends of the bar beyond which there are further tabs. */
function markHidden(nav: HTMLElement | null): (() => void) | undefined {
  if (!nav) return
  const mark = () => {
    const { scrollLeft, clientWidth, scrollWidth } = nav
    nav.toggleAttribute('data-before', scrollLeft > 8)
    nav.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 8)
  }
  const size = new ResizeObserver(mark)
  size.observe(nav)
  nav.addEventListener('scroll', mark, { passive: true })
  return () => {
    size.disconnect()
    nav.removeEventListener('scroll', mark)
  }
}
