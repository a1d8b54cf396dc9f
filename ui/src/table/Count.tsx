import { numberText } from '#dates.ts'
import { TextLink } from '#Link.tsx'
import classes from './Count.module.css'

interface CountProps {
  value: number
  /** It counts problems, which stand out. */
  isProblem?: boolean
  /** What is counted, and what the link is called: "4 members". */
  link?: { readonly href: string; readonly label: string } | undefined
}

/** The number in a cell. Zero is muted and leads nowhere. */
export function Count({ value, isProblem, link }: CountProps) {
  if (value > 0 && link)
    return (
      <TextLink href={link.href} className={classes.link} aria-label={link.label}>
        {numberText(value)}
      </TextLink>
    )
  const kind = value === 0 ? 'none' : isProblem ? 'problem' : undefined
  return (
    <span className={classes.count} data-kind={kind}>
      {numberText(value)}
    </span>
  )
}
