import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'

/** What the open page can do, by the label of the act. */
type Acts = Map<string, () => void>

const PageActs = createContext<Acts | undefined>(undefined)

/** Holds the acts of the open page for the command palette, which is not part of the page. */
export function PageActsProvider({ children }: { children: ReactNode }) {
  const [acts] = useState<Acts>(() => new Map())
  return <PageActs value={acts}>{children}</PageActs>
}

/** Offers an act in the command palette for as long as this is drawn; nothing while `isOffered` is false. */
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
