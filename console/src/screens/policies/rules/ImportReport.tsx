import { Alert, Button, Code, ScrollArea, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { RuleImport } from '@verbatim/contract/policy-rules.ts'
import { Counts } from '@verbatim/ui/charts/Counts.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { useEffect, useRef } from 'react'
import classes from './ImportReport.module.css'
import { failedRowsFile } from './failed-rows.ts'

const mostShown = 100

/** The counts in a sentence, for those who hear them. */
export function reportWords({ total, created, widened, differing, skipped, failed }: RuleImport): string {
  const parts = [
    counted(created, 'new rule'),
    ...(widened > 0 ? [widenedWords(widened)] : []),
    `${numberText(skipped)} already there`,
    ...(differing > 0 ? [`${numberText(differing)} already there with other options`] : []),
    `${numberText(failed)} invalid`,
  ]
  return `${counted(total, 'row')}: ${parts.join(', ')}.`
}

/** @param of Whose rules, if it is not clear. */
export const widenedWords = (count: number, of = '') =>
  `${counted(count, 'rule')}${of} ${count === 1 ? 'finds' : 'find'} more`

/** The result of a file: its counts, and each invalid row with the reason. */
export function ImportReport({ report, fileName }: { report: RuleImport; fileName: string }) {
  const { total, created, widened, differing, failed, skipped, errors } = report
  const place = useRef<HTMLDivElement>(null)
  // Below the choices, where a small screen ends.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [report])
  return (
    <div ref={place} className={classes.report}>
      <Counts
        of={[
          { name: 'Rows', value: total },
          { name: 'New rules', value: created },
          ...(widened > 0 ? [{ name: 'Find more', value: widened }] : []),
          { name: 'Already there', value: skipped },
          ...(differing > 0 ? [{ name: 'With other options', value: differing }] : []),
          { name: 'Invalid', value: failed, isProblem: failed > 0 },
        ]}
      />
      {failed === 0 && created + widened + differing === 0 && (
        <Alert color="gray">The policy already has all of these rules.</Alert>
      )}
      {failed === 0 && widened > 0 && (
        <Alert color="gray">
          The policy already has {counted(widened, 'rule')} of this file. With your options{' '}
          {widened === 1 ? 'it finds' : 'they find'} more.
        </Alert>
      )}
      {differing > 0 && (
        <Alert color="gray">
          The policy has {counted(differing, 'rule')} of this file with other options.{' '}
          {differing === 1
            ? 'It stays as it is, because it finds'
            : 'They stay as they are, because they find'}{' '}
          more or {differing === 1 ? 'has' : 'have'} conditions. You can change rules in the policy itself.
        </Alert>
      )}
      {failed > 0 && (
        <>
          <Alert color="red" title="Nothing is imported until all rows are valid">
            Correct {failed === 1 ? 'the row' : 'the rows'} below in the file, and choose it again.
          </Alert>
          <ScrollArea.Autosize
            mah={240}
            type="auto"
            viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Invalid rows' }}
          >
            <Table aria-label="Rows">
              <TableHead of={['Row', 'Pattern', 'Problem']} />
              <Table.Tbody>
                {errors.slice(0, mostShown).map(({ row, pattern, message }) => (
                  <Table.Tr key={row}>
                    <Table.Td>{row}</Table.Td>
                    <Table.Td className={classes.pattern}>
                      <Code>{pattern}</Code>
                    </Table.Td>
                    <Table.Td>{message}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(failedRowsFile(errors), `invalid rows of ${fileName}`)}
          >
            Download {counted(errors.length, 'invalid row')}
          </Button>
        </>
      )}
    </div>
  )
}

function download(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  URL.revokeObjectURL(href)
}
