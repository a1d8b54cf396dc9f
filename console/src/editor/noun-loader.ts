import type { Page } from '@verbatim/contract/list.ts'
import type { RowLike } from '@verbatim/ui/table/DataTable.tsx'
import { type ListQuestion, listLoader, type ListRoute } from '#lists/list.ts'
import type { EditorDefinition, EditorTypes } from './define-editor.ts'

type Addressed = Pick<EditorDefinition<EditorTypes>, 'place'>

/** The end of the address of a new one. */
export const newPathOf = ({ place: { newPath = 'new' } }: Addressed) => newPath

/** Requests a list, and the one of it that the address names, while their screen is still loading. */
export function nounLoader<Answer extends Page<RowLike>, S extends EditorTypes>(
  list: ListQuestion<Answer>,
  editor: EditorDefinition<S>,
) {
  const loadList = listLoader(list)
  return (route: ListRoute & { readonly params: { readonly id?: string | undefined } }): void => {
    loadList(route)
    const { app, queryClient } = route.context
    const { id } = route.params
    if (id && id !== newPathOf(editor)) void queryClient.prefetchQuery(editor.query(app.api, id))
  }
}
