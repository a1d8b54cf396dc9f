/** The rows of a bulk action: some, or all matches on every page except a few. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }

export const nothingSelected: Selection = { kind: 'some', ids: new Set() }
export const everythingSelected: Selection = { kind: 'all', except: new Set() }

/** Whether any rows are selected. */
export const isAny = (selection: Selection) => selection.kind === 'all' || selection.ids.size > 0

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

/** How many of the list's `total` matches are selected. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(total - selection.except.size, 0)
}

/** The selection after adding or removing these rows. */
export function withRows(selection: Selection, ids: readonly string[], selected: boolean): Selection {
  const isListed = (selection.kind === 'some') === selected
  const before = selection.kind === 'some' ? selection.ids : selection.except
  const after = isListed ? new Set([...before, ...ids]) : new Set(before).difference(new Set(ids))
  return selection.kind === 'some' ? { kind: 'some', ids: after } : { kind: 'all', except: after }
}

export function toggleRow(selection: Selection, id: string): Selection {
  return withRows(selection, [id], !isSelected(selection, id))
}

/** The state of the checkbox over the column, for the rows of this page. */
export function pageState(selection: Selection, ids: readonly string[]): 'none' | 'some' | 'all' {
  const count = ids.filter((id) => isSelected(selection, id)).length
  if (count === 0) return 'none'
  return count === ids.length ? 'all' : 'some'
}
