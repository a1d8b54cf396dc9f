import type { TenantId } from '@verbatim/contract/ids.ts'
import type { AnyRows } from './due-rows.ts'

/** A kind of work: which rows wait, and what a worker does for one tenant that has some that are due. */
export interface Work<Context> {
  readonly rows: AnyRows
  /** Tenants that have their turn beside each other. */
  readonly tenantsAtOnce: number
  /** Opens what its turns share. Undefined where this installation leaves such work waiting. */
  readonly open: (ctx: Context) => Promise<OpenWork | undefined>
}

export interface OpenWork {
  /** One bounded turn for one tenant. @returns How much was worked on; 0 where nothing was due. */
  readonly turn: (tenantId: TenantId) => Promise<number>
  readonly close?: () => void | Promise<void>
}

interface GivenWork {
  readonly rows: AnyRows
  /** More than one where a turn may wait long for what strangers sent or serve; one where it is not given. */
  readonly tenantsAtOnce?: number
}

/** Declares a kind of work; `flows/works.ts` lists it. `run` is its turn, or `open` gives it where turns share something. */
export function defineWork<Context>(
  given: GivenWork &
    ({ readonly run: (ctx: Context, tenantId: TenantId) => Promise<number> } | Pick<Work<Context>, 'open'>),
): Work<Context> {
  const { rows, tenantsAtOnce = 1 } = given
  const open =
    'open' in given
      ? given.open
      : async (ctx: Context) => ({ turn: (tenantId: TenantId) => given.run(ctx, tenantId) })
  return { rows, tenantsAtOnce, open }
}
