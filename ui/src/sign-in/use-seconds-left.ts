import { useEffect, useState } from 'react'

/** Whole seconds until `endsAt` (milliseconds since 1970), counting down to 0. Another end needs another component: set a key. */
export function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000))
  const counting = left > 0
  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [counting])
  return left
}
