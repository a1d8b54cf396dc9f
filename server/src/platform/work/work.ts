import type { TenantId } from '@verbatim/contract/ids.ts'
import type { AnyRows } from './due-rows.ts'

/** A kind of work: which rows wait, and what a worker does for one tenant with due rows. */
export interface Work<Context> {
  readonly rows: AnyRows
  /** How many tenants have their turn in parallel. */
  readonly tenantsAtOnce: number
  /** Opens resources that its turns share. Undefined if this installation does not do such work. */
  readonly open: (ctx: Context) => Promise<OpenWork | undefined>
}

export interface OpenWork {
  /** One bounded turn for one tenant. @returns How much was processed; 0 if nothing was due. */
  readonly turn: (tenantId: TenantId) => Promise<number>
  readonly close?: () => void | Promise<void>
}

interface GivenWork {
  readonly rows: AnyRows
  /** More than one if strangers' input or servers may delay a turn; one by default. */
  readonly tenantsAtOnce?: number
}

/** Declares a kind of work; `flows/works.ts` lists it. `run` is its turn; if turns share resources, `open` returns it. */
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
