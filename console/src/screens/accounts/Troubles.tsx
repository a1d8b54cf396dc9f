import { Button, Checkbox, Code, Group, ScrollArea, Table, Text, Title } from '@mantine/core'
import { type Head, TableHead } from '@verbatim/ui/table/TableHead.tsx'
import type { QuarantinedRecord, RefusedDelivery } from '@verbatim/contract/accounts.ts'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import type { AccountId, RecordId } from '@verbatim/contract/ids.ts'
import { numberText, sizeText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '#shell/use-app-context.ts'
import { useRedrive } from './mutations.ts'

/** Reasons are codes or, from the SMTP intake, sentences. */
const reasonText = (reason: string) => (reason in failures ? failures[reason as FailureCode].message : reason)

const right = (text: string) => ({ text, ta: 'right' }) as const

interface QuarantinedProps {
  id: AccountId
  records: readonly QuarantinedRecord[]
}

/** Stored deliveries that could not be read, newest first. Some of them can be retried. */
export function QuarantinedRecords({ id, records }: QuarantinedProps) {
  const canRedrive = useCan('integrations.manage')
  const redrive = useRedrive(id)
  const [chosen, setChosen] = useState<ReadonlySet<RecordId>>(new Set())
  // Those that have left the quarantine meanwhile are not chosen any more.
  const recordIds = records.map(({ recordId }) => recordId).filter((one) => chosen.has(one))
  const choose = (one: RecordId, isChosen: boolean) =>
    setChosen(isChosen ? new Set([...chosen, one]) : chosen.difference(new Set([one])))
  return (
    <Trouble
      title="Quarantine"
      none="Nothing is in quarantine."
      action={
        recordIds.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={redrive.isPending}
            onClick={() => redrive.mutate(recordIds)}
          >
            Retry {counted(recordIds.length, 'selected record')}
          </Button>
        )
      }
      heads={[...(canRedrive ? [''] : []), 'Quarantined', 'Why', 'SHA-256', right('Attempts'), right('Size')]}
    >
      {records.map(({ recordId, quarantinedAt, reason, attempts, sizeBytes, sha256 }) => (
        <Table.Tr key={recordId}>
          {canRedrive && (
            <Table.Td>
              <Checkbox
                aria-label={`Select record ${sha256.slice(0, 12)}`}
                checked={chosen.has(recordId)}
                onChange={(event) => choose(recordId, event.currentTarget.checked)}
              />
            </Table.Td>
          )}
          <Table.Td>
            <DateTime at={quarantinedAt} />
          </Table.Td>
          <Table.Td>{reasonText(reason)}</Table.Td>
          <Table.Td>
            <Code title={sha256}>{sha256.slice(0, 12)}…</Code>
          </Table.Td>
          <Table.Td ta="right">{attempts}</Table.Td>
          <Table.Td ta="right">{sizeText(sizeBytes)}</Table.Td>
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
      heads={['When', 'Why', 'From', right('Number in that minute'), right('Size')]}
    >
      {deliveries.map(({ id, at, reason, timesInMinute, remote, sizeBytes }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <DateTime at={at} />
          </Table.Td>
          <Table.Td>{reasonText(reason)}</Table.Td>
          <Table.Td>{remote ?? 'unknown'}</Table.Td>
          <Table.Td ta="right">{numberText(timesInMinute)}</Table.Td>
          <Table.Td ta="right">{sizeText(sizeBytes)}</Table.Td>
        </Table.Tr>
      ))}
    </Trouble>
  )
}

interface TroubleProps {
  title: string
  none: string
  heads: readonly Head[]
  action?: ReactNode
  children: readonly ReactNode[]
}

/** A table under its title, or a sentence that there is nothing. */
export function Trouble({ title, none, heads, action, children }: TroubleProps) {
  return (
    <section>
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      {children.length === 0 ? (
        <Text c="dimmed" mt="xs">
          {none}
        </Text>
      ) : (
        <ScrollArea type="auto" mt="xs">
          <Table aria-label={title}>
            <TableHead of={heads} />
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </section>
  )
}
