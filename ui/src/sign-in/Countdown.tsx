import { useEffect, useRef } from 'react'
import { useSecondsLeft } from './use-seconds-left.ts'

interface CountdownProps {
  /** Milliseconds since 1970. Another end needs another countdown: set a key. */
  endsAt: number
  /** Called once, at the end. */
  onEnd?: () => void
}

/** "in 12 s", and "now" at the end. */
export function Countdown({ endsAt, onEnd }: CountdownProps) {
  const left = useSecondsLeft(endsAt)
  const isOver = left === 0
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (isOver) end.current?.()
  }, [isOver])
  return <span style={{ whiteSpace: 'nowrap' }}>{isOver ? 'now' : `in ${left} s`}</span>
}
