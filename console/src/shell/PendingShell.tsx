import { PendingPage } from '#failures/PendingPage.tsx'
import classes from './Shell.module.css'

/** The places of the frame, until it is known what the reader may open, so that the page does not move afterwards. */
export function PendingShell() {
  return (
    <div className={classes.shell}>
      <div className={classes.side} />
      <div />
      <main className={classes.content}>
        <PendingPage />
      </main>
    </div>
  )
}
