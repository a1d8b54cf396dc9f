import classes from './SignInFrame.module.css'
import { createContext, type ReactNode, useContext } from 'react'

/** Whether what is drawn stands in the main part of the page already. */
export const InMainPart = createContext(false)

/** The main part of a page, of which there is one: inside another it is nothing of its own. */
export function MainPart({ children }: { children: ReactNode }) {
  if (useContext(InMainPart)) return children
  return (
    <main className={classes.page}>
      <InMainPart value>{children}</InMainPart>
    </main>
  )
}
