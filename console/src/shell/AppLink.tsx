import { useRouter } from '@tanstack/react-router'
import type { LinkProps } from '@verbatim/ui/Link.tsx'
import type { MouseEvent } from 'react'
import { goTo } from '#lists/address-change.ts'

/** A real link that the router follows without reloading the page; a hover loads its screen. */
export function AppLink({ href, onClick, ref, ...rest }: LinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event) || rest.target || !href.startsWith('/')) return
    event.preventDefault()
    goTo(router.history, href)
  }
  const prefetch = () => {
    // Loading on hover may fail; the visit itself then shows the failure.
    if (href.startsWith('/')) router.preloadRoute({ to: href }).catch(() => undefined)
  }
  return <a {...rest} ref={ref} href={href} onClick={follow} onFocus={prefetch} onMouseEnter={prefetch} />
}

/** Whether a press opens the link here, not in a new tab or for saving. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
