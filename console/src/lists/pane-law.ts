/**
 * The law of the reading pane's keys. J and K change the row that the address names at once, also while the row before is
 * still drawn. A key that acts on a row waits until the row of the address is drawn, so none acts on another one.
 */
import { nextRow } from '@verbatim/ui/list-keys.ts'
import type { Act } from './held-keys.ts'

/** What is drawn in the pane; without content, the row is missing or out of reach. */
export interface DrawnRow<Content> {
  readonly id: string
  readonly content: Content | undefined
}

interface PanePlace<Content> {
  /** The row that the address names. */
  readonly address: string | undefined
  readonly drawn: DrawnRow<Content> | undefined
  /** The rows of the list, in their order. */
  readonly rows: readonly string[]
}

export interface PaneActs<Content> {
  readonly show: (id: string) => void
  /** What keys do with the row of the address, at once. */
  readonly onRow: Readonly<Record<string, (id: string) => void>>
  /** What keys do with the content that is drawn. */
  readonly onContent: Readonly<Record<string, (content: Content) => void>>
  /** Whether what the keys before have begun is still under way and changes what keys act on: those that act on a row wait. */
  readonly isBusy?: () => boolean
  /** Whether a key waits until the content is drawn again, because something under way changes it. */
  readonly waits?: (key: string, content: Content) => boolean
}

/** What a key does now. */
export function paneAct<Content>(key: string, place: PanePlace<Content>, acts: PaneActs<Content>): Act {
  const { address, drawn, rows } = place
  const walked = nextRow(key, address === undefined ? -1 : rows.indexOf(address), rows.length)
  if (walked !== undefined) {
    const next = rows[walked]
    return next === undefined || next === address ? undefined : () => acts.show(next)
  }
  return address === undefined ? undefined : actOnRow(key, { address, drawn }, acts)
}

/** What a key does with the row of the address. */
function actOnRow<Content>(
  key: string,
  { address, drawn }: { readonly address: string; readonly drawn: DrawnRow<Content> | undefined },
  acts: PaneActs<Content>,
): Act {
  const onRow = acts.onRow[key]
  const onContent = acts.onContent[key]
  if ((onRow || onContent) && acts.isBusy?.()) return 'wait'
  if (onRow) return () => onRow(address)
  if (!onContent) return
  if (drawn?.id !== address) return 'wait'
  const { content } = drawn
  if (content === undefined) return undefined
  return acts.waits?.(key, content) ? 'wait' : () => onContent(content)
}
