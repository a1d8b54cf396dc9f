import { Table } from '@mantine/core'
import type { Dashboard } from '@verbatim/contract/metrics.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { changeOf, figureText } from '@verbatim/contract/figure-words.ts'
import { FigureChange } from './FigureChange.tsx'
import type { Numbers } from './NumberTable.tsx'
import { Panel } from './Panel.tsx'
import classes from './PolicyPanel.module.css'
import { useDrilldown } from './use-drilldown.ts'

/** What each policy found, and how much of it was worth reviewing. */
export function PolicyPanel({ dashboard }: { dashboard: Dashboard | undefined }) {
  const hrefOf = useDrilldown()
  const parts = dashboard?.breakdowns.find(({ id }) => id === 'events-by-policy')?.parts
  return (
    <Panel
      title="Events by policy"
      note="Precision is the share of closed events that were worth reviewing."
      height={200}
      dates={dashboard}
      numbers={parts && numbersOf(parts)}
      isTableOnly
    >
      {parts?.length === 0 ? (
        <p>No policy found anything in these days.</p>
      ) : (
        <Table aria-label="Events by policy" className={classes.policies}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Policy</Table.Th>
              <Table.Th ta="right">Events</Table.Th>
              <Table.Th ta="right">Change</Table.Th>
              <Table.Th ta="right">Precision</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(parts ?? []).map(({ key, name = key, value, previous, precision, drilldown }) => {
              const href = hrefOf(drilldown)
              return (
                <Table.Tr key={key}>
                  <Table.Th scope="row" fw={400}>
                    {href === undefined ? <bdi>{name}</bdi> : <TextLink href={href}>{name}</TextLink>}
                  </Table.Th>
                  <Table.Td ta="right">{numberText(value)}</Table.Td>
                  <Table.Td ta="right" className={classes.change}>
                    <FigureChange change={changeOf(value, previous, { unit: 'count' })} />
                  </Table.Td>
                  <Table.Td ta="right">{figureText(precision, 'percent')}</Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}

function numbersOf(parts: Dashboard['breakdowns'][number]['parts']): Numbers {
  const text = (value: number | null) => figureText(value, 'count')
  return {
    first: 'Policy',
    columns: [
      { label: 'Events', text },
      { label: 'Period before', text },
      { label: 'Precision, percent', text },
    ],
    rows: parts.map(({ key, name = key, value, previous, precision = null }) => ({
      key,
      label: name,
      values: [value, previous, precision],
    })),
  }
}
