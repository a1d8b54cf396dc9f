import { IconUsers } from '@tabler/icons-react'
import { initialsOf } from '@verbatim/ui/initials.ts'
import classes from './Face.module.css'

/** Stands for somebody: their initials, or a sign for several. */
export function Face({ name, isGroup, large }: { name: string; isGroup: boolean; large?: true }) {
  return (
    <span className={classes.face} data-large={large} aria-hidden>
      {isGroup ? <IconUsers size={large ? 28 : 18} stroke={1.75} /> : initialsOf(name)}
    </span>
  )
}
