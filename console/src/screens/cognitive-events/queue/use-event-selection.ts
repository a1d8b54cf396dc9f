import type { ListState } from '@verbatim/client/list-state.ts'
import { type CognitiveEvent, cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { isAny, type Selection } from '@verbatim/ui/table/selection.ts'
import { useState } from 'react'
import { useSelection } from '#lists/use-selection.ts'

type Versioned = Pick<CognitiveEvent, 'id' | 'version'>
type Versions = ReadonlyMap<string, number>

/** The selected events in the versions that the reader saw, so that a decision on them leaves alone what others changed meanwhile. */
export function useEventSelection(state: ListState) {
  const [selection, setSelection, end] = useSelection(cognitiveEventList, state)
  const [versions, setVersions] = useState<Versions>(new Map())
  return {
    selection,
    versions,
    end,
    /** @param rows The events that are shown. */
    select: (next: Selection, rows: readonly Versioned[] = []) => {
      // Another question has begun without a selection.
      setVersions(versionsOf(next, rows, isAny(selection) ? versions : new Map()))
      setSelection(next)
    },
    /** An event that the reader has open is seen again. */
    seeing:
      <Drawn extends { readonly content?: Versioned | undefined } | undefined>(
        onDrawn: (drawn: Drawn) => void,
      ) =>
      (drawn: Drawn) => {
        const event = drawn?.content
        if (event) setVersions((seen) => seenAnew(event, seen))
        onDrawn(drawn)
      },
  }
}

/** The version of a row counts from when it was selected; what the list shows of it later may not have been noticed. */
export function versionsOf(selection: Selection, rows: readonly Versioned[], seen: Versions): Versions {
  if (selection.kind === 'all') return new Map()
  const shown = new Map(rows.map(({ id, version }) => [id as string, version]))
  return new Map(
    [...selection.ids].flatMap((id) => {
      const version = seen.get(id) ?? shown.get(id)
      return version === undefined ? [] : [[id, version] as const]
    }),
  )
}

export function seenAnew({ id, version }: Versioned, seen: Versions): Versions {
  return seen.has(id) && seen.get(id) !== version ? new Map([...seen, [id, version]]) : seen
}
