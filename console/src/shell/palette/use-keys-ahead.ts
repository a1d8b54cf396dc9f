import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Keeps the keys pressed between opening the palette and focusing its field for the palette: none is lost, and none
 * reaches the page behind.
 */
export function useKeysAhead(press: (key: string) => boolean): void {
  const take = useEffectEvent(press)
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInPalette = event.target instanceof Element && event.target.closest('[data-palette]') !== null
      if (isInPalette || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (!take(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
