import { type Audited, recordAudits } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { RowResult } from './kind.ts'

/** What becomes of a row: its result, what is written for it, and what is audited. */
export interface RowPlan<Created, Updated> {
  readonly result: RowResult
  readonly create?: Created
  readonly update?: Updated
  readonly audited?: readonly Audited[]
}

export const failedPlan = (reason: string): RowPlan<never, never> => ({
  result: { outcome: 'failed', reason },
})

/** Plans what becomes of each row. What is not possible for one becomes its reason. */
export const planEach = <Row, Plan>(
  rows: readonly Row[],
  plan: (row: Row) => Plan,
  failed: (reason: string) => Plan,
): Plan[] =>
  rows.map((row) => {
    try {
      return plan(row)
    } catch (error) {
      if (error instanceof Failure) return failed(error.message)
      throw error
    }
  })

/** What the plans have of one kind, such as what is to be created. */
export const collect = <Plan, Name extends keyof Plan>(plans: readonly Plan[], name: Name) =>
  plans.map((plan) => plan[name]).filter((value): value is NonNullable<Plan[Name]> => value !== undefined)

/** Audits what the plans did. */
export const recordPlans = (
  tx: TenantTx,
  actor: Actor,
  plans: readonly { readonly audited?: readonly Audited[] }[],
  now: Date,
): Promise<void> => recordAudits(tx, actor, collect(plans, 'audited').flat(), now)
