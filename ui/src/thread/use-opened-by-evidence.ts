import { useState } from 'react'
import type { TextRange } from '#ranges.ts'

/** Whether a text is open. It opens whenever the current evidence comes into it: a user who goes there sees it. */
export function useOpenedByEvidence(evidence: readonly TextRange[]) {
  const isCurrent = evidence.some(({ tone }) => tone === 'current')
  const [opened, setOpened] = useState(false)
  const [seen, setSeen] = useState(false)
  if (isCurrent !== seen) {
    setSeen(isCurrent)
    if (isCurrent) setOpened(true)
  }
  return [opened, setOpened] as const
}
