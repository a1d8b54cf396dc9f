import { type ReactNode, useId } from 'react'
import { Link } from '#Link.tsx'
import classes from './SideMenu.module.css'

interface MenuLink {
  readonly href: string
  readonly label: ReactNode
  /** Spoken instead of the label. */
  readonly name?: string | undefined
}

interface SideMenuProps {
  label: string
  sections: readonly { readonly heading: string; readonly links: readonly MenuLink[] }[]
  /** The address of the open one. */
  current: string | undefined
  /** A link below the sections. */
  last?: MenuLink | undefined
}

/** Links under headings, beside what they open; only where there is room for both. */
export function SideMenu({ label, sections, current, last }: SideMenuProps) {
  const id = useId()
  return (
    <nav className={classes.list} aria-label={label} data-screen-only>
      <div className={classes.sections}>
        {sections.map(({ heading, links }, place) => (
          <div key={heading}>
            <p className={classes.heading} id={`${id}${place}`}>
              {heading}
            </p>
            <ul className={classes.links} aria-labelledby={`${id}${place}`}>
              {links.map((link) => (
                <li key={link.href}>
                  <MenuItem link={link} isCurrent={link.href === current} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {last && <MenuItem link={last} isCurrent={false} />}
      </div>
    </nav>
  )
}

function MenuItem({ link: { href, label, name }, isCurrent }: { link: MenuLink; isCurrent: boolean }) {
  return (
    <Link
      href={href}
      className={classes.link}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={name}
    >
      {label}
    </Link>
  )
}
