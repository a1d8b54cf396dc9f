import { nouns } from '@verbatim/contract/nouns.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { RowLike } from '@verbatim/ui/table/DataTable.tsx'
import { type List, list } from './list.ts'

type CreatedNoun = {
  [Name in keyof typeof nouns]: (typeof nouns)[Name] extends { readonly screen: { readonly create: object } }
    ? Name
    : never
}[keyof typeof nouns]

interface NounList<Answer extends Page<RowLike>> extends Omit<
  List<Answer>,
  'saved' | 'title' | 'path' | 'create'
> {
  /** Rows can also be imported. */
  readonly isImported?: boolean
}

/** Declares the list of a noun. The declaration of the noun has its title, address and the link to a new one. */
export function nounList<Answer extends Page<RowLike>>(
  name: CreatedNoun,
  { isImported = false, ...declared }: NounList<Answer>,
): List<Answer> {
  const { label: title, path, create } = nouns[name].screen
  const { label, permission: needs } = create
  return list({
    ...declared,
    saved: name,
    title,
    path,
    create: { to: 'new', label, needs, ...(isImported && { importNeeds: needs }) },
  })
}
