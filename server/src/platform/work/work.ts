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

type Turn<Context> = (ctx: Context, tenantId: TenantId) => Promise<number>

type HowToWork<Context> =
  | { readonly run: Turn<Context> }
  /** Loads what takes a turn, once there is one to take. */
  | { readonly load: () => Promise<Turn<Context>> }
  /** Opens what its turns share. */
  | Pick<Work<Context>, 'open'>

/** Declares a kind of work; `flows/works.ts` lists it. */
export function defineWork<Context>(given: GivenWork & HowToWork<Context>): Work<Context> {
  const { rows, tenantsAtOnce = 1 } = given
  return { rows, tenantsAtOnce, open: 'open' in given ? given.open : opening(given) }
}

function opening<Context>(given: Exclude<HowToWork<Context>, Pick<Work<Context>, 'open'>>) {
  return async (ctx: Context): Promise<OpenWork> => {
    const run = 'load' in given ? await given.load() : given.run
    return { turn: (tenantId) => run(ctx, tenantId) }
  }
}
