import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Countdown } from '@verbatim/ui/sign-in/Countdown.tsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Pause } from '@verbatim/client/pauses.ts'
import classes from './PauseBanner.module.css'
import { useAppContext } from './use-app-context.ts'

/** Shorter waits are not shown. */
const shownFromMs = 1_500

/** Shown while the service is busy or unreachable. Requests are repeated automatically, or at once on request. */
export function PauseBanner() {
  const { pauses } = useAppContext()
  const pause = useSyncExternalStore(pauses.listen, pauses.current)
  const isWorthIt = useWorthIt(pause)
  if (!pause || !isWorthIt) return null
  const { failure, endsAt } = pause
  return (
    <section className={classes.banner} aria-label="Connection">
      <IconPlugConnectedX size={18} aria-hidden />
      <p className={classes.text}>
        <span role="alert">{wordsOf(failure)}</span> Trying again <Countdown key={endsAt} endsAt={endsAt} />.
      </p>
      <Button size="compact-sm" variant="default" onClick={pauses.end}>
        Try again now
      </Button>
    </section>
  )
}

const wordsOf = ({ code, status, message }: Pause['failure']) => {
  if (code === 'network') return 'Verbatim can’t be reached.'
  return status === 429 ? message : 'The service is busy or restarting.'
}

/** From the first long wait until nothing waits for a moment, so that it does not appear and disappear with every attempt. */
function useWorthIt(pause: Pause | undefined): boolean {
  const [isShown, setShown] = useState(false)
  if (!isShown && pause && pause.ms >= shownFromMs) setShown(true)
  useEffect(() => {
    if (pause || !isShown) return
    const timer = setTimeout(() => setShown(false), shownFromMs)
    return () => clearTimeout(timer)
  }, [pause, isShown])
  return isShown
}
