import { Button } from '@mantine/core'
import type { Page } from '@verbatim/contract/list.ts'
import type { RowLike } from '@verbatim/ui/table/DataTable.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import type { ReactNode } from 'react'
import { useViewer } from '#shell/use-app-context.ts'
import type { List, NextStep } from './list.ts'

interface EmptyListProps {
  list: Pick<List<Page<RowLike>>, 'empty' | 'spec'>
  /** The button to a new row, for those who may make one. */
  create: ReactNode
  onPeriod: (period: string) => void
}

/** In place of rows: there are none in the list as it first opens. */
export function EmptyList({ list: { empty, spec }, create, onPeriod }: EmptyListProps) {
  const { text, next = [], ...words } = empty
  const onAll = spec.period ? () => onPeriod('all') : undefined
  return (
    <EmptyState {...words} action={create ?? <NextSteps steps={next} onAll={onAll} />}>
      {text}
    </EmptyState>
  )
}

/** The ways on from an empty list: a longer period, and where rows come from. */
function NextSteps({ steps, onAll }: { steps: readonly NextStep[]; onAll: (() => void) | undefined }) {
  const { permissions } = useViewer()
  return (
    <>
      {onAll && (
        <Button variant="default" onClick={onAll}>
          Show all time
        </Button>
      )}
      {steps
        .filter(({ needs }) => permissions.has(needs))
        .map(({ label, href }) => (
          <Button key={href} variant="default" component={Link} href={href}>
            {label}
          </Button>
        ))}
    </>
  )
}

/** In place of rows: the address asks what this list does not understand. */
export function NotUnderstood({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      drawing="lens"
      title="This link has a filter that can’t be read"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      It may be incomplete, or from another version. No rows are shown until it is corrected.
    </EmptyState>
  )
}

/** In place of rows: none answers the question. */
export function NoneMatch({ noun, onClear }: { noun: string; onClear: () => void }) {
  return (
    <EmptyState
      drawing="lens"
      title={`No ${noun} match`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Try other words, a longer period or fewer filters.
    </EmptyState>
  )
}
