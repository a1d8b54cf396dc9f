import { IconUsers } from '@tabler/icons-react'
import { initialsOf } from '@verbatim/ui/initials.ts'
import classes from './Face.module.css'

/** Represents a person by their initials, or several by an icon. */
export function Face({ name, isGroup, large }: { name: string; isGroup: boolean; large?: true }) {
  return (
    <span className={classes.face} data-large={large} aria-hidden>
      {isGroup ? <IconUsers size={large ? 28 : 18} stroke={1.75} /> : initialsOf(name)}
    </span>
  )
}
