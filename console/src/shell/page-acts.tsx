import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'

/** The actions of the open page, by label. */
type Acts = Map<string, () => void>

const PageActs = createContext<Acts | undefined>(undefined)

/** Stores the actions of the open page for the command palette, which is not part of the page. */
export function PageActsProvider({ children }: { children: ReactNode }) {
  const [acts] = useState<Acts>(() => new Map())
  return <PageActs value={acts}>{children}</PageActs>
}

/** Offers an action in the command palette while this component is mounted and `isOffered` is true. */
export function usePageAct(label: string, isOffered: boolean, run: () => void): void {
  const acts = use(PageActs)
  const act = useEffectEvent(run)
  useEffect(() => {
    if (!isOffered || !acts) return
    const offered = () => act()
    acts.set(label, offered)
    return () => {
      if (acts.get(label) === offered) acts.delete(label)
    }
  }, [acts, label, isOffered])
}

export function usePageActs(): ReadonlyMap<string, () => void> {
  return use(PageActs) ?? new Map<string, () => void>()
}
