import { PendingPage } from '#failures/PendingPage.tsx'
import classes from './Shell.module.css'
import { useFolded } from './use-folded.ts'

/** The lines of the frame, until it is known what the reader may open, so that nothing moves afterwards. */
export function PendingShell() {
  const [folded] = useFolded()
  return (
    <div className={classes.shell} data-folded={folded || undefined}>
      <div className={classes.side} />
      <div className={classes.top} />
      <main className={classes.content}>
        <PendingPage />
      </main>
    </div>
  )
}
