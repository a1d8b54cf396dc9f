import classes from './MainPart.module.css'
import { createContext, type ReactNode, useContext } from 'react'
import { Mark } from './Mark.tsx'

/** Whether this is already inside the main part of the page. */
export const InMainPart = createContext(false)

/** The main part of a page. There is only one; inside another, it renders no element. */
export function MainPart({ children }: { children: ReactNode }) {
  if (useContext(InMainPart)) return children
  return (
    <main className={classes.page}>
      <Mark size={32} />
      <InMainPart value>{children}</InMainPart>
    </main>
  )
}
