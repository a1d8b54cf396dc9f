import type { Slice } from '@verbatim/contract/changes.ts'
import type { Endpoint, InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Seen } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { route, type RouteOptions } from '#platform/http/route.ts'
import { announcing, type Around } from './announcing.ts'

/** What a slice does for the usual calls of `usualEndpoints`. */
interface Doing<E extends Record<'list' | 'get' | 'create' | 'update' | 'remove', Endpoint>> {
  readonly find: (
    tx: TenantTx,
    query: InputOf<E['list']>['query'],
    now: Date,
    reader: Actor,
  ) => Promise<OutputOf<E['list']>>
  readonly require: (tx: TenantTx, id: IdOf<E['get']>, reader: Actor) => Promise<OutputOf<E['get']>>
  readonly create: (
    tx: TenantTx,
    actor: Actor,
    draft: InputOf<E['create']>['body'],
    now: Date,
  ) => Promise<IdOf<E['get']>>
  readonly update: (
    tx: TenantTx,
    actor: Actor,
    asked: { readonly id: IdOf<E['get']>; readonly change: InputOf<E['update']>['body'] },
    now: Date,
  ) => Promise<void>
  readonly remove: (
    tx: TenantTx,
    actor: Actor,
    asked: Seen<IdOf<E['get']>> & InputOf<E['remove']>['query'],
    now: Date,
  ) => Promise<void>
  /** The slices that its changes touch; the audit trail is always one. */
  readonly touches: readonly Slice[]
  /** Wraps its changes, such as with a check that must hold after them. */
  readonly around?: Around
  /** The bytes of a new one and of a change, where they can be many. */
  readonly limits?: RouteOptions
}

type IdOf<E extends Endpoint> = InputOf<E>['params'] extends { readonly id: infer Id extends string }
  ? Id
  : never

// The calls without the types of their noun: the handlers below are the same for all.
type Reading = Endpoint & { readonly method: 'GET'; readonly access: 'signed-in' }
type Writing = Endpoint & { readonly method: 'PUT'; readonly access: 'signed-in' }

/** Serves the usual calls: each is one call of the slice. */
export function usualRoutes<E extends Record<'list' | 'get' | 'create' | 'update' | 'remove', Endpoint>>(
  endpoints: E,
  does: Doing<E>,
): (app: FastifyInstance, ctx: Clock) => void {
  const { list, get, create, update, remove } = endpoints as unknown as {
    readonly [Name in keyof E]: Name extends 'list' | 'get' ? Reading : Writing
  } & Record<'list' | 'get', Reading> &
    Record<'create' | 'update' | 'remove', Writing>
  const changing = announcing([...does.touches, 'audit'], does.around)
  const idOf = (params: unknown) => (params as { readonly id: IdOf<E['get']> }).id
  return (app, { now }) => {
    route(app, list, ({ actor, query, read }) => read((tx) => does.find(tx, query as never, now(), actor)))
    route(app, get, ({ actor, params, read }) => read((tx) => does.require(tx, idOf(params), actor)))
    route(
      app,
      create,
      ({ actor, body, commit }) =>
        changing(commit, actor, async (tx) =>
          does.require(tx, await does.create(tx, actor, body as never, now()), actor),
        ),
      does.limits,
    )
    route(
      app,
      update,
      ({ actor, params, body, commit }) =>
        changing(commit, actor, async (tx) => {
          const id = idOf(params)
          await does.update(tx, actor, { id, change: body as never }, now())
          return does.require(tx, id, actor)
        }),
      does.limits,
    )
    route(app, remove, ({ actor, params, query, commit }) =>
      changing(commit, actor, async (tx) => {
        const id = idOf(params)
        await does.remove(tx, actor, { id, ...(query as object) } as never, now())
        return { id }
      }),
    )
  }
}
