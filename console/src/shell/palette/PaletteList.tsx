import { Kbd, VisuallyHidden } from '@mantine/core'
import { Highlighted } from '@verbatim/ui/Highlighted.tsx'
import { useEffect } from 'react'
import { hitsIn } from './matching.ts'
import classes from './PaletteList.module.css'
import type { PaletteRow, RowGroup } from './palette-row.ts'

interface RowsOfGroup {
  readonly group: RowGroup
  readonly rows: readonly PaletteRow[]
}

interface PaletteListProps {
  id: string
  groups: readonly RowsOfGroup[]
  current: PaletteRow | undefined
  text: string
  state: 'idle' | 'looking' | 'failed' | 'done'
  onOpen: (row: PaletteRow) => void
}

export const rowElementId = ({ id }: PaletteRow) => `palette-${id.replaceAll(/[^\w-]/g, '-')}`

/** The rows under their headings, and the state of the search. */
export function PaletteList({ id, groups, current, text, state, onOpen }: PaletteListProps) {
  const currentId = current && rowElementId(current)
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <>
      <div
        id={id}
        className={classes.list}
        role="listbox"
        aria-label="Results"
        aria-busy={state === 'looking'}
      >
        {groups.map(({ group, rows }) => (
          <div key={group} role="group" aria-label={group}>
            <div className={classes.heading} aria-hidden>
              {group}
            </div>
            {rows.map((row) => (
              <Row key={row.id} row={row} text={text} isCurrent={row.id === current?.id} onOpen={onOpen} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes.foot}>
        <div role="status" className={classes.state}>
          {wordsOfState(state, groups)}
        </div>
        <div className={classes.keys} aria-hidden>
          <Kbd size="xs">↑</Kbd>
          <Kbd size="xs">↓</Kbd> choose
          <Kbd size="xs">Enter</Kbd> open
        </div>
      </div>
    </>
  )
}

function wordsOfState(state: PaletteListProps['state'], groups: readonly RowsOfGroup[]): string {
  if (state === 'looking') return 'Looking…'
  if (state === 'failed') return 'The search failed. Type again to retry.'
  const isEmpty = groups.every(({ group }) => group === 'Search')
  return state === 'done' && isEmpty ? 'No results. Try fewer letters or another word.' : ''
}

/** Groups with rows of several kinds. The heading of any other says what all of its rows are. */
const mixedGroups: ReadonlySet<RowGroup> = new Set(['Recent', 'Screens and settings', 'People', 'More'])

interface RowProps {
  row: PaletteRow
  text: string
  isCurrent: boolean
  onOpen: (row: PaletteRow) => void
}

function Row({ row, text, isCurrent, onOpen }: RowProps) {
  const { group, label, detail, kind, icon: RowIcon, shortcut } = row
  return (
    <div
      id={rowElementId(row)}
      role="option"
      aria-selected={isCurrent}
      className={classes.row}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(row)}
    >
      <RowIcon size={18} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <span className={classes.label}>
          <Highlighted text={label} ranges={hitsIn(label, text)} />
        </span>
        {detail && (
          <span className={classes.detail}>
            <Highlighted text={detail} ranges={hitsIn(detail, text)} />
          </span>
        )}
      </span>
      {mixedGroups.has(group) ? (
        <span className={classes.kind}>{kind}</span>
      ) : (
        <VisuallyHidden component="span">{kind}</VisuallyHidden>
      )}
      {shortcut && (
        <span className={classes.shortcut}>
          <Kbd size="xs">{shortcut}</Kbd>
        </span>
      )}
    </div>
  )
}
