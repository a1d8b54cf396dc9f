import { type ListState, toExportCall } from '@verbatim/client/list-state.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import { nothingSelected, type Selection } from '@verbatim/ui/table/selection.ts'
import { useState } from 'react'

/**
 * The selected rows of a list. They belong to its question; another question starts without a selection.
 * @returns Them, how to select others, and how to end a selection unless the reader has made another one meanwhile
 */
export function useSelection(
  spec: ListSpec,
  state: ListState,
): [Selection, (selection: Selection) => void, (done: Selection) => void] {
  const { sort: _, ...asked } = toExportCall(spec, state)
  const question = JSON.stringify(asked)
  const [chosen, setChosen] = useState({ question, selection: nothingSelected })
  const selection = chosen.question === question ? chosen.selection : nothingSelected
  return [
    selection,
    (next) => setChosen({ question, selection: next }),
    (done) =>
      setChosen((now) =>
        now.selection === done && now.question === question ? { ...now, selection: nothingSelected } : now,
      ),
  ]
}
