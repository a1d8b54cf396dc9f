import { ScrollArea, SegmentedControl, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Import } from '@verbatim/contract/imports.ts'
import { type ImportOutcome, importOutcomes, type ImportRow } from '@verbatim/contract/import-rows.ts'
import { Pager } from '@verbatim/ui/table/Pager.tsx'
import { usePages } from '@verbatim/ui/table/use-pages.ts'
import { Breakable } from '@verbatim/ui/Breakable.tsx'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { useState } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { useApi } from '#shell/use-app-context.ts'
import classes from './Imports.module.css'
import { importRowsQuery } from './queries.ts'

interface ImportRowsProps {
  given: Import
  /** The name of an outcome at this stage. */
  names: Readonly<Record<ImportOutcome, string>>
}

const rowsOfPage = 25

/** The rows of an import with their outcomes, page by page. */
export function ImportRows({ given, names }: ImportRowsProps) {
  const [chosen, setChosen] = useState<ImportOutcome | 'all'>('all')
  const pages = usePages(rowsOfPage)
  const { page, size } = pages
  const outcome = chosen === 'all' ? undefined : chosen
  const seen = `${given.state} ${given.done}`
  const rows = useQuery(importRowsQuery(useApi(), given.id, { outcome, page, size }, seen))
  const wasUndone = given.undo !== undefined
  if (!rows.isPlaceholderData) pages.stayWithin(rows.data?.total)
  return (
    <section aria-label="Rows of the file">
      <SegmentedControl
        className={classes.choices}
        mb="sm"
        aria-label="Rows shown"
        value={chosen}
        data={[{ value: 'all' as const, label: 'All' }, ...optionsOf(importOutcomes, names)]}
        onChange={(next) => {
          setChosen(next)
          pages.toFirst()
        }}
      />
      <Loaded of={rows} pending={160} inline>
        {({ items, total }) => (
          <>
            <ScrollArea
              type="auto"
              viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Table of the rows' }}
            >
              <Table aria-label="Rows" className={classes.outcomes}>
                <TableHead of={['Line', 'Values', 'Outcome', 'Reason']} />
                <Table.Tbody>
                  {items.map((row) => (
                    <Row key={row.line} row={row} names={names} wasUndone={wasUndone} />
                  ))}
                </Table.Tbody>
              </Table>
              {items.length === 0 && <Text p="md">No rows.</Text>}
            </ScrollArea>
            {total > rowsOfPage && <Pager {...pages.pager} total={total} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Row({
  row,
  names,
  wasUndone,
}: {
  row: ImportRow
  names: ImportRowsProps['names']
  wasUndone: boolean
}) {
  const { line, cells, outcome, reason, undone, undoNote } = row
  const undoWords = undone ? 'Undone' : undone === false ? 'Not undone' : undefined
  return (
    <Table.Tr>
      <Table.Td className={classes.number}>{line}</Table.Td>
      <Table.Td className={classes.cells}>
        <bdi>
          <Breakable text={cells.filter((cell) => cell !== '').join(' · ')} />
        </bdi>
      </Table.Td>
      <Table.Td className={classes.outcome} data-failed={outcome === 'failed' || undefined}>
        {(wasUndone && undoWords) || (outcome ? names[outcome] : '—')}
      </Table.Td>
      <Table.Td className={classes.reason}>{(wasUndone && undoNote) || reason}</Table.Td>
    </Table.Tr>
  )
}
