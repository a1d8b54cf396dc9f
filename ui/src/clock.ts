import { minuteMs } from '@verbatim/contract/durations.ts'
import { useEffect, useState } from 'react'

/** The current time, updated every minute, for "3 minutes ago" and "Last 30 days". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
