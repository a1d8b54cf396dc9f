/**
 * The law of the reading pane's keys. J and K change the row that the address names at once, also while the row before is
 * still drawn. A key that acts on a row waits until the row of the address is drawn, so none acts on another one.
 */
import { type Act, type Hold, mustWait } from '@verbatim/ui/held-keys.ts'
import { nextRow } from '@verbatim/ui/list-keys.ts'

/** What is drawn in the pane; without content, the row is missing or out of reach. */
export interface DrawnRow<Content> {
  readonly id: string
  readonly content: Content | undefined
}

interface PanePlace<Content> {
  /** The row that the address names. */
  readonly address: string | undefined
  readonly drawn: DrawnRow<Content> | undefined
  /** The rows of the list, in their order; undefined while they are loading. */
  readonly rows: readonly string[] | undefined
}

export interface PaneActs<Content> {
  readonly show: (id: string) => void
  /** What keys do with the row of the address, at once. */
  readonly onRow: Readonly<Record<string, (id: string) => void>>
  /** What keys do with the content that is drawn. */
  readonly onContent: Readonly<Record<string, (content: Content) => void>>
  /** What the keys before have begun, if it changes what keys act on: those that act on a row wait for it. */
  readonly hold?: Hold
}

/** What a key does now. */
export function paneAct<Content>(key: string, place: PanePlace<Content>, acts: PaneActs<Content>): Act {
  const { address, drawn, rows } = place
  if (!rows && (key === 'j' || key === 'k')) return 'wait'
  const at = rows && address !== undefined ? rows.indexOf(address) : -1
  const walked = nextRow(key, at, rows?.length ?? 0)
  if (walked !== undefined) {
    const next = rows?.[walked]
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
  if ((onRow || onContent) && mustWait(acts.hold)) return 'wait'
  if (onRow) return () => onRow(address)
  if (!onContent) return
  if (drawn?.id !== address) return 'wait'
  const { content } = drawn
  return content === undefined ? undefined : () => onContent(content)
}
