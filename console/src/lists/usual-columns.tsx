/** The columns that lists of administered things have in common. What a list has otherwise overrides it: `{ ...column, width }`. */
import { Text } from '@mantine/core'
import type { Api } from '@verbatim/client/api.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { Breakable } from '@verbatim/ui/Breakable.tsx'
import { Ago, DateTime } from '@verbatim/ui/DateTime.tsx'
import { Count } from '@verbatim/ui/table/Count.tsx'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import type { ReactNode } from 'react'
import { useAct } from '#shell/use-act.ts'
import { EnabledSwitch } from './EnabledSwitch.tsx'

/** The name that opens the row, and below it, smaller, a further fact. */
export const nameColumn = <Row extends { readonly name: string }>(
  label: string,
  second?: (row: Row) => string | undefined,
): Column<Row> => ({
  id: 'name',
  label,
  sortBy: 'name',
  narrow: 'line',
  cell: (row) => {
    const further = second?.(row)
    return (
      <TwoLines
        first={
          <bdi>
            <Breakable text={row.name} />
          </bdi>
        }
        second={further && <bdi>{further}</bdi>}
      />
    )
  },
})

interface CountSpec<Row> {
  /** The column's name in the reader's stored preferences. Default: the field. */
  readonly id?: string
  readonly width?: number
  /** The address of what is counted, which is called "4 members". */
  readonly hrefOf?: (row: Row) => string
}

/** A whole number, by which rows can be sorted. */
export const countColumn = <Field extends string, Row extends Readonly<Record<Field, number>>>(
  field: Field,
  label: string,
  { id = field, width = 88, hrefOf }: CountSpec<Row> = {},
): Column<Row> => ({
  id,
  label,
  sortBy: field,
  width,
  align: 'right',
  count: (row) => row[field],
  cell: (row) => {
    const value = row[field]
    const noun = label.toLowerCase()
    return (
      <Count
        value={value}
        link={hrefOf && { href: hrefOf(row), label: counted(value, noun.replace(/s$/, ''), noun) }}
      />
    )
  },
})

interface StateSpec {
  /** The column's name in the reader's stored preferences. Default: the field. */
  readonly id?: string
  readonly width: number
}

/** Whether something holds, in words; the usual case is dimmed. */
export const stateColumn = <Field extends string, Row extends Readonly<Record<Field, boolean>>>(
  field: Field,
  label: string,
  words: { readonly yes: string; readonly no: string },
  { id = field, width }: StateSpec,
): Column<Row> => ({
  id,
  label,
  sortBy: field,
  width,
  narrow: 'named',
  cell: (row) =>
    row[field] ? (
      words.yes
    ) : (
      <Text span inherit c="dimmed">
        {words.no}
      </Text>
    ),
})

/** When the row's thing was created. */
export const createdColumn: Column<{ readonly createdAt: string }> = {
  id: 'created',
  label: 'Created',
  sortBy: 'createdAt',
  // It is beside numbers, from which it keeps away.
  width: 176,
  narrow: 'out',
  cell: ({ createdAt }) => <DateTime at={createdAt} />,
}

interface Changed {
  /** Undefined for a thing that the product brings along. */
  readonly changedAt?: string | undefined
  readonly changedBy?: string | undefined
}

/** When it was changed last, and by whom. */
export const changedColumn: Column<Changed> = {
  id: 'changed',
  label: 'Last changed',
  sortBy: 'changedAt',
  width: 140,
  narrow: 'out',
  cell: ({ changedAt, changedBy }) =>
    changedAt && (
      <TwoLines
        first={<Ago at={changedAt} />}
        second={
          changedBy && (
            <>
              by <bdi>{changedBy}</bdi>
            </>
          )
        }
      />
    ),
}

/** Whether it is enabled. */
export const enabledColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  id: 'enabled',
  label: 'Enabled',
  sortBy: 'status',
  width: 76,
  narrow: 'end',
  cell,
})

interface Switched {
  readonly version: number
  readonly enabled: boolean
}

interface SwitchSpec<Row extends Switched> {
  /** The slice that shows it. */
  readonly slice: string
  /** The permission to switch it. */
  readonly needs: Permission
  readonly nameOf: (row: Row) => string
  /** "The notification for “Gifts”", if its name alone does not say what is switched. */
  readonly callOf?: (name: string) => string
  readonly update: (
    api: Api,
    row: Row,
    body: { readonly enabled: boolean; readonly expectedVersion: number },
  ) => Promise<Row>
}

/** The same, with a switch that changes it at once, for users who may. */
export const switchColumn = <Row extends Switched>(spec: SwitchSpec<Row>): Column<Row> =>
  enabledColumn((row) => <RowSwitch row={row} {...spec} />)

function RowSwitch<Row extends Switched>(props: SwitchSpec<Row> & { row: Row }) {
  const { row, slice, needs, nameOf, callOf = (name) => name, update } = props
  const quoted = callOf(`“${nameOf(row)}”`)
  const { mutate, isPending } = useAct({
    call: (api, enabled: boolean) => update(api, row, { enabled, expectedVersion: row.version }),
    done: ({ enabled }) => `${quoted} is ${enabled ? 'enabled' : 'disabled'}`,
    failed: `${quoted} was not changed`,
    touches: [slice],
  })
  return (
    <EnabledSwitch
      name={callOf(nameOf(row))}
      enabled={row.enabled}
      needs={needs}
      busy={isPending}
      onSwitch={mutate}
    />
  )
}
