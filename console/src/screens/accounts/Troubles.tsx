import { Code, ScrollArea, Table, Text, Title } from '@mantine/core'
import type { QuarantinedRecord, RefusedDelivery } from '@verbatim/contract/accounts.ts'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import { numberText, sizeText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import type { ReactNode } from 'react'

/** Reasons are codes or, from the SMTP intake, sentences. */
const reasonText = (reason: string) => (reason in failures ? failures[reason as FailureCode].message : reason)

/** Stored deliveries that could not be read, newest first. */
export function QuarantinedRecords({ records }: { records: readonly QuarantinedRecord[] }) {
  return (
    <Trouble
      title="Quarantine"
      none="Nothing is in quarantine."
      heads={['Quarantined', 'Why', 'Attempts', 'Size', 'SHA-256']}
    >
      {records.map(({ recordId, quarantinedAt, reason, attempts, sizeBytes, sha256 }) => (
        <Table.Tr key={recordId}>
          <Table.Td>
            <DateTime at={quarantinedAt} />
          </Table.Td>
          <Table.Td>{reasonText(reason)}</Table.Td>
          <Table.Td>{attempts}</Table.Td>
          <Table.Td>{sizeText(sizeBytes)}</Table.Td>
          <Table.Td>
            <Code title={sha256}>{sha256.slice(0, 12)}…</Code>
          </Table.Td>
        </Table.Tr>
      ))}
    </Trouble>
  )
}

/** Refused deliveries, newest first: the first few of each minute, with their number. */
export function RefusedDeliveries({ deliveries }: { deliveries: readonly RefusedDelivery[] }) {
  return (
    <Trouble
      title="Refused"
      none="Nothing was refused."
      heads={['When', 'Why', 'In that minute', 'From', 'Size']}
    >
      {deliveries.map(({ id, at, reason, timesInMinute, remote, sizeBytes }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <DateTime at={at} />
          </Table.Td>
          <Table.Td>{reasonText(reason)}</Table.Td>
          <Table.Td>{numberText(timesInMinute)}</Table.Td>
          <Table.Td>{remote ?? 'unknown'}</Table.Td>
          <Table.Td>{sizeText(sizeBytes)}</Table.Td>
        </Table.Tr>
      ))}
    </Trouble>
  )
}

interface TroubleProps {
  title: string
  none: string
  heads: readonly string[]
  children: readonly ReactNode[]
}

/** A table under its title, or a sentence that there is nothing. */
export function Trouble({ title, none, heads, children }: TroubleProps) {
  return (
    <section>
      <Title order={2}>{title}</Title>
      {children.length === 0 ? (
        <Text c="dimmed" mt="xs">
          {none}
        </Text>
      ) : (
        <ScrollArea type="auto" mt="xs">
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                {heads.map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </section>
  )
}
