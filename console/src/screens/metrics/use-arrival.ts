import { useRouterState } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

/** A link to a part of a page, by its ID, brings it into sight and gives its heading the focus. Without an ID, it waits. */
export function useArrival<Part extends HTMLElement = HTMLHeadingElement>(id: string | undefined) {
  const heading = useRef<Part>(null)
  const { isAsked, at } = useRouterState({
    select: ({ location }) => ({ isAsked: location.hash === id, at: location.href }),
    structuralSharing: true,
  })
  // An effect of the layout runs again when the page is shown after it waited, and hidden parts cannot keep the focus.
  useLayoutEffect(() => {
    if (!isAsked) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [isAsked, at])
  return heading
}
