import { useEffect, useRef } from 'react'

/** Tells whether the user still sees this, when a call is answered. */
export function useMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return () => isMounted.current
}
