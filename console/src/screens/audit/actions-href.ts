import { has, listHref } from '#lists/list-href.ts'

/** The trail of all that one person did, or of all that was done to one thing. */
export const actionsHref = (of: 'user' | 'target', id: string): string =>
  listHref('/organization/audit-trail', [has(of, id)])
