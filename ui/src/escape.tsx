import {
  createContext,
  type KeyboardEvent as FieldKeyEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'

/** The open layers over the page, in the order of opening; calling one closes it. */
type Layers = Set<() => void>

const OpenLayers = createContext<Layers | undefined>(undefined)

/**
 * Handles Escape for all open layers over the page, and closes the topmost one wherever the focus is, so the key works before
 * the focus has moved in and after its element is gone. Every layer uses Escape only through `useEscape`, and the
 * library's own listeners are disabled in the theme.
 */
export function EscapeLayers({ children }: { children: ReactNode }) {
  const [layers] = useState<Layers>(() => new Set())
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const topmost = [...layers].at(-1)
      if (!topmost || event.key !== 'Escape' || event.isComposing || hasOpenList(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      topmost()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [layers])
  return <OpenLayers value={layers}>{children}</OpenLayers>
}

/** Calls `onEscape` on Escape while this is `opened` and nothing is over it. */
export function useEscape(opened: boolean, onEscape: () => void): void {
  const layers = use(OpenLayers)
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!opened || !layers) return
    const layer = () => escape()
    layers.add(layer)
    return () => {
      layers.delete(layer)
    }
  }, [opened, layers])
}

/** Escape leaves a field, so that letters are shortcuts again. The one that ends a composition is for the writing system alone. */
export function blurOnEscape({ key, nativeEvent, currentTarget }: FieldKeyEvent<HTMLElement>): void {
  if (key === 'Escape' && !nativeEvent.isComposing) currentTarget.blur()
}

/** Whether a field has an open list of choices: it keeps the focus meanwhile, and Escape closes its list. */
function hasOpenList(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[aria-haspopup="listbox"][aria-expanded="true"]')
}
