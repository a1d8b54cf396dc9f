import { type ReactNode, type Ref, startTransition, Suspense, useEffect, useState } from 'react'

/** What a button is told by what it opens. */
export interface TargetProps {
  readonly ref?: Ref<HTMLElement>
  readonly 'aria-haspopup'?: 'menu' | 'dialog'
  readonly 'aria-expanded'?: boolean
  readonly onClick?: () => void
}

interface LaterProps {
  /** Somebody wants it. */
  asked: boolean
  /** What stands until then. */
  still: ReactNode
  /** What is fetched when it is asked for, and stays. */
  children: ReactNode
}

/** What nobody waits for at the start. Until its code is here nothing moves, so that the focus stays where it is. */
export function Later({ asked, still, children }: LaterProps) {
  const [came, setCame] = useState(false)
  useEffect(() => {
    // Closed before its code was here: nothing takes the button's place.
    if (asked || !came) startTransition(() => setCame(asked))
  }, [asked, came])
  return <Suspense fallback={still}>{came ? children : still}</Suspense>
}
