import { useEffect, useRef } from 'react'
import type { HeldKeys } from './held-keys.ts'
import { useKeys } from './list-keys.ts'

interface Presses {
  readonly keys: readonly string[]
  /** Keys that are left to what has the focus, unless others wait. */
  readonly whileWaiting?: readonly string[]
  readonly onPress: (event: KeyboardEvent) => void
  /** Asked with every key; if one is not, it is left to other handlers. */
  readonly isReady?: (key: string) => boolean
}

/**
 * Listens to keys that may have to wait. While some do, Enter and Space are not for what still has the focus: the keys before them
 * lead elsewhere. After Tab or a click, they are for what it led to.
 */
export function useHeldPresses(
  held: Pick<HeldKeys, 'isHolding'>,
  { keys, whileWaiting = [], onPress, isReady }: Presses,
): void {
  const hasLeft = useRef(false)
  const areWaiting = () => held.isHolding() && !hasLeft.current
  const press = (event: KeyboardEvent) => {
    hasLeft.current = false
    onPress(event)
  }
  const pressesOf = (of: readonly string[]) => Object.fromEntries(of.map((key) => [key, press]))
  useKeys(pressesOf(keys), { ...(isReady && { isReady }), areWaiting })
  useKeys(pressesOf(whileWaiting), { isReady: areWaiting })
  useEffect(() => {
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Tab') hasLeft.current = true
    }
    const ways = ['keydown', 'pointerdown']
    for (const way of ways) document.addEventListener(way, leave)
    return () => {
      for (const way of ways) document.removeEventListener(way, leave)
    }
  }, [])
}
