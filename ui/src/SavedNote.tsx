import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './SavedNote.module.css'

/** Beside the button that saved, and announced: what was done. Empty until then. */
export function SavedNote({ children }: { children?: ReactNode }) {
  return (
    <span role="status" className={classes.note}>
      {children && (
        <>
          <IconCheck size={16} aria-hidden />
          <span>{children}</span>
        </>
      )}
    </span>
  )
}
