import { useEffect, useState } from 'react'

/** Whether what is being drawn has been in the document for a frame: only then can it open and later lead the focus back. */
export function useStands(): boolean {
  const [stands, setStands] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setStands(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return stands
}
