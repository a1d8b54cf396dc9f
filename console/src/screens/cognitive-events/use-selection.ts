import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { type ListState, toExportCall } from '@verbatim/client/list-state.ts'
import { nothingSelected, type Selection } from '@verbatim/ui/selection.ts'
import { useState } from 'react'

/** What is chosen of a list. It belongs to the question that was asked: another question begins with nothing chosen. */
export function useSelection(state: ListState): [Selection, (selection: Selection) => void] {
  const { sort: _, ...asked } = toExportCall(cognitiveEventList, state)
  const question = JSON.stringify(asked)
  const [chosen, setChosen] = useState({ question, selection: nothingSelected })
  const selection = chosen.question === question ? chosen.selection : nothingSelected
  return [selection, (next) => setChosen({ question, selection: next })]
}
