import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { FailureCode } from './errors.ts'
import { expectedVersionInQuery } from './expected-version.ts'
import { type ListSpec, listQuery, page } from './list.ts'
import type { Fields } from './list-filter.ts'
import type { Permission } from './permissions.ts'

interface Refusals {
  readonly missing: FailureCode
  /** The change or removal was decided on an older version. */
  readonly changed: FailureCode
  /** Why a new one, or a change, is refused. */
  readonly refused?: readonly FailureCode[]
  /** Further reasons that only a change has. */
  readonly refusedChange?: readonly FailureCode[]
  readonly refusedRemoval?: readonly FailureCode[]
}

const versionOnly = z.strictObject(expectedVersionInQuery)

/** The five calls that an administered noun has: its list, one of them, and to create, change and remove one. */
export function usualEndpoints<
  F extends Fields,
  S extends string,
  Id extends z.ZodType,
  Thing extends z.ZodType,
  Draft extends z.ZodType,
  Change extends z.ZodType,
  View extends Permission,
  Manage extends Permission,
  Removal extends z.ZodType = typeof versionOnly,
>(noun: {
  readonly path: string
  readonly id: Id
  readonly list: ListSpec<F, S>
  /** The name under which questions of the list are kept: one of `lists` of the noun. */
  readonly viewedAs: string
  readonly thing: Thing
  readonly draft: Draft
  /** With `expectedVersion`. */
  readonly change: Change
  /** How a removal is asked; with its expected version alone by default. */
  readonly removal?: Removal
  readonly view: View
  readonly manage: Manage
  readonly failures: Refusals
  /** A draft that is accepted; the crawler makes some of it. Absent where it has to name other things. */
  readonly example?: z.input<Draft>
}) {
  const { path, id, list, thing, draft, change, view, manage, example, viewedAs } = noun
  const { missing, changed, refused = [], refusedChange = [], refusedRemoval = [] } = noun.failures
  const params = z.object({ id })
  return {
    list: endpoint({
      method: 'GET',
      path,
      query: listQuery(list),
      response: page(thing),
      access: view,
      viewed: { as: viewedAs, spec: list as ListSpec },
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      params,
      response: thing,
      access: view,
      failures: [missing],
    }),
    create: endpoint({
      method: 'POST',
      path,
      body: draft,
      response: thing,
      access: manage,
      failures: refused,
      ...(example !== undefined && { example }),
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      params,
      body: change,
      response: thing,
      access: manage,
      failures: [changed, missing, ...refused, ...refusedChange],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      params,
      query: (noun.removal ?? versionOnly) as Removal,
      response: z.object({ id }),
      access: manage,
      failures: [changed, missing, ...refusedRemoval],
    }),
  }
}
