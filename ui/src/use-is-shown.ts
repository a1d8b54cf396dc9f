import { useEffect, useRef } from 'react'

/** Whether the component is still on the screen, for what comes later: an answer that it would show has to be shown elsewhere then. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}
