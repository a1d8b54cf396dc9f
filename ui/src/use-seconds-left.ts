import { useEffect, useState } from 'react'

/** Whole seconds until `endsAt` (milliseconds since 1970), counting down; 0 from then on, and without an end. */
export function useSecondsLeft(endsAt: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = endsAt === undefined ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000))
  const counting = left > 0
  useEffect(() => {
    setNow(Date.now())
    if (!counting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [counting, endsAt])
  return left
}
