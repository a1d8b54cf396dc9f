import { Table } from '@mantine/core'

export type Head = string | { readonly text: string; readonly ta: 'right' }

/** The head of a table of facts, which has no sorting: a name for each column, numbers at the right. */
export function TableHead({ of }: { of: readonly Head[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {of.map((head) => {
          const { text, ta } = typeof head === 'string' ? { text: head, ta: undefined } : head
          return (
            <Table.Th key={text} {...(ta && { ta })}>
              {text}
            </Table.Th>
          )
        })}
      </Table.Tr>
    </Table.Thead>
  )
}
