import { Table } from '@mantine/core'
import type { Tone } from '@verbatim/ui/colors.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import classes from './NumberTable.module.css'

/** The numbers of a chart, by row and column. */
export interface Numbers {
  /** The heading of the rows: "Day". */
  readonly first: string
  readonly columns: readonly NumberColumn[]
  readonly rows: readonly NumberRow[]
  /** They belong to no period. */
  readonly isNow?: boolean
}

interface NumberColumn {
  readonly label: string
  readonly text: (value: number | null) => string
  /** The period before, which has rows of its own. */
  readonly isBefore?: true
  /** Further numbers, which are not drawn. */
  readonly isBeside?: true
}

interface NumberRow {
  readonly key: string
  readonly label: string
  /** One for each column. */
  readonly values: readonly (number | null)[]
  /** Of its bar. */
  readonly tone?: Tone
  /** The rows behind its first number. */
  readonly href?: string | undefined
  /** The rows of the period before, and which part they belong to, if that is another one: its day. */
  readonly before?: { readonly label?: string; readonly href: string | undefined } | undefined
  /** Those of the number that is not drawn. */
  readonly beside?: string | undefined
}

/** The numbers of a chart as a table. */
export function NumberTable({ title, first, columns, rows }: Numbers & { title: string }) {
  return (
    <div className={classes.frame} role="region" tabIndex={0} aria-label={`${title} as a table`} data-flows>
      <Table aria-label={title} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{first}</Table.Th>
            {columns.map(({ label }) => (
              <Table.Th key={label} ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, label, values, href, before, beside }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                <bdi>{label}</bdi>
              </Table.Th>
              {columns.map((column, place) => {
                const value = values[place] ?? null
                const text = column.text(value)
                const of = column.isBefore && before
                // What is not known of the period before has no rows.
                const ofBefore = value === null ? undefined : before?.href
                const own = column.isBeside ? beside : place === 0 ? href : undefined
                const link = of ? ofBefore : own
                const words = column.isBeside ? `${label}, ${column.label.toLowerCase()}` : label
                const part = of ? (of.label ?? `${label}, previous period`) : words
                return (
                  <Table.Td key={column.label} ta="right">
                    {of?.label !== undefined && <span className={classes.of}>{of.label}</span>}
                    {link === undefined ? (
                      text
                    ) : (
                      <TextLink href={link} aria-label={`${text}, ${part}`}>
                        {text}
                      </TextLink>
                    )}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
