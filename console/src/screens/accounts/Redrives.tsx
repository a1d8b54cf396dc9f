import { Table, Text, Title } from '@mantine/core'
import type { Redrive } from '@verbatim/contract/redrive.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'

/** Who retried quarantined records, and the result; absent before the first retry. */
export function Redrives({ redrives }: { redrives: readonly Redrive[] }) {
  if (redrives.length === 0) return
  return (
    <section>
      <Title order={2}>Retried</Title>
      <Table mt="xs" aria-label="Retried">
        <TableHead of={['When', 'By', { text: 'Records', ta: 'right' }, 'Result']} />
        <Table.Tbody>
          {redrives.map((redrive) => (
            <Table.Tr key={redrive.id}>
              <Table.Td>
                <DateTime at={redrive.at} />
              </Table.Td>
              <Table.Td>
                <bdi>{redrive.by}</bdi>
              </Table.Td>
              <Table.Td ta="right">{numberText(redrive.records)}</Table.Td>
              <Table.Td>
                <Outcome redrive={redrive} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Outcome({ redrive: { records, accepted, waiting, failed } }: { redrive: Redrive }) {
  if (accepted === records) return records === 1 ? 'It was processed' : 'All were processed'
  return (
    <>
      {numberText(accepted)} processed
      {waiting > 0 && `, ${numberText(waiting)} waiting`}
      {failed > 0 && (
        <Text span inherit c="var(--mantine-color-error)">
          , {counted(failed, 'record')} in quarantine again
        </Text>
      )}
    </>
  )
}
