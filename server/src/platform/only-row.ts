/** The row of a query that always has exactly one, such as a count. */
export function onlyRow<Row>({ rows }: { readonly rows: readonly Row[] }): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A query that always has a row has none')
  return row
}
