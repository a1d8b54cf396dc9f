import type { ListState } from '@verbatim/client/list-state.ts'
import { type CognitiveEvent, cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { isAny, isSelected, nothingSelected, type Selection } from '@verbatim/ui/table/selection.ts'
import { useState } from 'react'
import { useSelection } from '#lists/use-selection.ts'

type SeenEvent = Pick<CognitiveEvent, 'version' | 'status'>
type Listed = SeenEvent & Pick<CognitiveEvent, 'id'>

/** A page of the list, and when it was read. */
interface Shown {
  readonly items: readonly Listed[]
  readonly asOf?: string | undefined
}

/** What the reader saw of the selected events. */
export interface Seen {
  readonly events: ReadonlyMap<string, SeenEvent>
  /** When the list was read of which all are selected: those on other pages are unknown. */
  readonly asOf?: string | undefined
}

const nothingSeen: Seen = { events: new Map() }

/** The selected events as the reader saw them, so that a decision on them leaves alone what others changed meanwhile. */
export function useEventSelection(state: ListState) {
  const [selection, setSelection, end] = useSelection(cognitiveEventList, state)
  const [seen, setSeen] = useState(nothingSeen)
  return {
    selection,
    seen,
    end,
    /** @param shown The page that is shown. */
    select: (next: Selection, shown: Shown = { items: [] }) => {
      // Another question has begun without a selection.
      setSeen(seenWith(next, shown, isAny(selection) ? { selection, ...seen } : undefined))
      setSelection(next)
    },
    /** The list was read again, because other events match: what is selected is what it shows now. */
    renew: (shown: Shown | undefined) => {
      if (shown && seen.asOf)
        setSeen((before) => (before.asOf === seen.asOf ? seenWith(selection, shown) : before))
    },
    /** An event that the reader has open is seen again. */
    seeing:
      <Drawn extends { readonly content?: Listed | undefined } | undefined>(
        onDrawn: (drawn: Drawn) => void,
      ) =>
      (drawn: Drawn) => {
        const event = drawn?.content
        if (event && isSelected(selection, event.id)) setSeen((before) => seenAnew(event, before))
        onDrawn(drawn)
      },
  }
}

interface Before extends Seen {
  readonly selection: Selection
}

const nothingBefore: Before = { selection: nothingSelected, ...nothingSeen }

/** A row counts as it was when it was selected; what the list shows of it later may not have been noticed. */
export function seenWith(
  next: Selection,
  { items, asOf }: Shown,
  { selection, ...seen }: Before = nothingBefore,
): Seen {
  const added = items.filter(({ id }) => isSelected(next, id) && !isSelected(selection, id))
  const events = new Map([...seen.events, ...added.map(seenOf)].filter(([id]) => isSelected(next, id)))
  return next.kind === 'all' ? { events, asOf: selection.kind === 'all' ? seen.asOf : asOf } : { events }
}

const seenOf = ({ id, version, status }: Listed) => [id, { version, status }] as const

function seenAnew(event: Listed, seen: Seen): Seen {
  return seen.events.get(event.id)?.version === event.version
    ? seen
    : { ...seen, events: new Map([...seen.events, seenOf(event)]) }
}
