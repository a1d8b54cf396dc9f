import { has, listHref } from './list-href.ts'

/** The address of a change request: its list, with it alone and open. */
export const changeRequestHref = ({ id }: { readonly id: string }): string =>
  listHref('/organization/change-requests', [has('id', id)], { hasPeriods: false })
