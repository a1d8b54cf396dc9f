import { ActionIcon } from '@mantine/core'
import { IconArrowsDiagonal, IconBook2, IconLayoutSidebarRight, IconX } from '@tabler/icons-react'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { useEscape } from '@verbatim/ui/escape.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import type { ReactNode } from 'react'
import classes from './PaneSplit.module.css'
import type { ReadingPane } from './reading-pane.ts'

/** What a list says about its reading pane. */
export interface ListPane {
  readonly state: ReadingPane
  /** One row in words: "message". */
  readonly one: string
  /** The address of a row's own page. */
  readonly pageOf: (id: string) => string
  /** Draws the row of the address. */
  readonly draw: (id: string) => ReactNode
}

interface PaneSplitProps {
  pane: ListPane | undefined
  children: ReactNode
}

/** The rows of a list, and beside them the one that is read. */
export function PaneSplit({ pane, children }: PaneSplitProps) {
  const isOpen = pane?.state.isOpen ?? false
  return (
    <div className={classes.split} data-flows data-open={isOpen || undefined}>
      <div className={classes.rows} data-flows>
        {children}
      </div>
      {pane && isOpen && <Pane pane={pane} />}
    </div>
  )
}

function Pane({ pane: { state, one, pageOf, draw } }: { pane: ListPane }) {
  const { id, isKept, close, show } = state
  const isPeek = !isKept
  useEscape(isPeek, () => show(undefined))
  return (
    <aside className={classes.pane} aria-label="Reading pane" data-flows>
      <div className={classes.tools} data-screen-only>
        {id !== undefined && (
          <ActionIcon
            component={Link}
            href={pageOf(id)}
            aria-label={`Open the ${one} on its own page`}
            title={`Open the ${one} on its own page (Enter)`}
          >
            <IconArrowsDiagonal size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          aria-label="Close reading pane"
          title={`Close reading pane (${isPeek ? 'Esc' : 'P'})`}
          onClick={isPeek ? () => show(undefined) : close}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {id === undefined ? <NothingRead one={one} /> : draw(id)}
    </aside>
  )
}

/** Nothing is opened until the reader asks for it: the audit trail names what was opened. */
function NothingRead({ one }: { one: string }) {
  return (
    <div className={classes.nothing}>
      <EmptyState icon={IconBook2} title={`No ${one} selected`}>
        Press J, or click a row, to read it here. Enter opens it on its own page.
      </EmptyState>
    </div>
  )
}

/** Splits the list, for those who do not use keys. */
export function PaneToggle({ pane: { state } }: { pane: ListPane }) {
  if (!state.isPossible) return
  return (
    <ActionIcon
      size={36}
      variant="default"
      aria-label="Reading pane"
      aria-pressed={state.isKept}
      title="Reading pane (P)"
      className={classes.toggle}
      onClick={() => state.toggle(undefined)}
    >
      <IconLayoutSidebarRight size={18} aria-hidden />
    </ActionIcon>
  )
}
