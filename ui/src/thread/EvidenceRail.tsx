import { type RefObject, useEffect, useState } from 'react'
import classes from './EvidenceRail.module.css'

interface EvidenceRailProps {
  /** What scrolls: the thread is in it, and the rail over its scroll bar's side. */
  scroller: RefObject<HTMLElement | null>
  /** Changes with the thread and its marks. */
  content: unknown
}

interface Place {
  readonly id: string
  /** A share of the whole height. */
  readonly at: number
}

/**
 * Where in a thread the evidence is: a mark beside the scroll bar for each message that has some. For the mouse; by keyboard N
 * leads from one to the next.
 */
export function EvidenceRail({ scroller, content }: EvidenceRailProps) {
  const [places, setPlaces] = useState<readonly Place[]>([])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => setPlaces((known) => renewed(known, placesIn(element)))
    // It also looks at first, once everything has its place: asking earlier would lay out the page just for this.
    const resized = new ResizeObserver(look)
    resized.observe(element)
    for (const child of element.children) resized.observe(child)
    return () => resized.disconnect()
  }, [scroller, content])
  return (
    <div className={classes.rail} aria-hidden data-screen-only>
      {places.map(({ id, at }) => (
        <button
          type="button"
          key={id}
          tabIndex={-1}
          className={classes.mark}
          style={{ insetBlockStart: `${at * 100}%` }}
          onClick={() => bring(evidenceIn(scroller.current).find(isMessage(id)))}
        />
      ))}
    </div>
  )
}

/** Goes to the next message with evidence below what is in the middle, or above it; at an end it begins at the other one. */
export function stepEvidence(scroller: HTMLElement | null, by: 1 | -1): void {
  if (!scroller) return
  const all = evidenceIn(scroller)
  const { top, height } = scroller.getBoundingClientRect()
  const middle = top + height / 2
  const focused = all.findIndex((element) => element === document.activeElement)
  const below = all.findIndex((element) => middleOf(element) > middle + 1)
  const after = below === -1 ? all.length : below
  const next = focused >= 0 ? focused + by : by === 1 ? after : after - 1
  const target = all[(next + all.length) % all.length]
  bring(target)
  target?.focus({ preventScroll: true })
}

const evidenceMarks = 'mark:is([data-tone="evidence"], [data-tone="current"])'

/** The messages with evidence, in their order. */
function evidenceIn(scroller: HTMLElement | null): readonly HTMLElement[] {
  const all = scroller?.querySelectorAll<HTMLElement>('[data-message]') ?? []
  return [...all].filter((element) => element.querySelector(evidenceMarks))
}

function placesIn(scroller: HTMLElement): readonly Place[] {
  const { scrollHeight, scrollTop, clientHeight } = scroller
  // What is all in sight needs no way to it.
  if (scrollHeight <= clientHeight) return []
  const { top } = scroller.getBoundingClientRect()
  return evidenceIn(scroller).map((element) => ({
    id: element.dataset['message'] ?? '',
    at: (middleOf(element) - top + scrollTop) / scrollHeight,
  }))
}

const isSame = (a: Place, b: Place | undefined) => a.id === b?.id && Math.abs(a.at - b.at) < 0.001

function renewed(known: readonly Place[], now: readonly Place[]): readonly Place[] {
  return known.length === now.length && known.every((place, i) => isSame(place, now[i])) ? known : now
}

function middleOf(element: HTMLElement): number {
  // Its line has a height also while it is out of sight and not drawn.
  const { top, height } = (element.parentElement ?? element).getBoundingClientRect()
  return top + height / 2
}

const isMessage = (id: string) => (element: HTMLElement) => element.dataset['message'] === id

const bring = (element: HTMLElement | undefined) => element?.scrollIntoView({ block: 'center' })
