import { type RefObject, useRef, useState } from 'react'
import { useEscape } from './escape.tsx'

interface Panel {
  readonly opened: boolean
  /** For the button that opens it. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly open: () => void
  readonly close: () => void
  readonly toggle: () => void
  /** Closes it, because the focus went elsewhere. */
  readonly leave: () => void
  /** For the library's `Popover` or `Menu`. */
  readonly props: { readonly opened: boolean; readonly onChange: (opened: boolean) => void }
  /** For its `Dropdown`: while it fades out it takes no focus, which belongs to the button. */
  readonly fading: { readonly inert: boolean }
}

/**
 * A panel that a button opens below itself. Escape closes it. The focus is on the button before it opens, even if a key
 * opened it, and again as soon as it closes, so that a following dialog returns the focus to the button.
 */
export function usePanel(): Panel {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const change = (next: boolean) => {
    button.current?.focus({ preventScroll: true })
    setOpened(next)
  }
  useEscape(opened, () => change(false))
  return {
    opened,
    button,
    open: () => change(true),
    close: () => change(false),
    toggle: () => change(!opened),
    leave: () => setOpened(false),
    props: { opened, onChange: change },
    fading: { inert: !opened },
  }
}
