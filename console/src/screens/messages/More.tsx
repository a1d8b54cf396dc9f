import { TextLink } from '@verbatim/ui/Link.tsx'
import classes from './More.module.css'

/** The thread continues in the conversation. */
export function More({ href, children }: { href: string; children: string }) {
  return (
    <p className={classes.more}>
      <TextLink href={href}>{children}</TextLink>
    </p>
  )
}
