import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * How many attempts on one person all strangers together have, from any number of addresses, so that many cannot guess. One
 * address has stricter limits; known browsers do not count. Source: docs/rules/identity.md; OWASP ASVS 6.3.1.
 */
const allowances = {
  'sign-ins of an hour': { most: 50, windowMs: hourMs },
  'sign-ins of a day': { most: 200, windowMs: dayMs },
  'reset mails': { most: 10, windowMs: hourMs },
  'reset tries': { most: 20, windowMs: hourMs },
} as const
type Allowance = keyof typeof allowances

/** Whether one of these is used up. Call while the name is locked. */
export async function isSpent(
  tx: TenantTx,
  username: string,
  kinds: readonly Allowance[],
  now: Date,
): Promise<boolean> {
  const rows = await findUsed(tx, username, kinds)
  return rows.some((row) => isCurrent(row, now) && row.used >= mostOf(row))
}

/** Uses one of each. Call while the name is locked. */
export async function spend(
  tx: TenantTx,
  username: string,
  kinds: readonly Allowance[],
  now: Date,
): Promise<void> {
  const before = await findUsed(tx, username, kinds)
  const rows = kinds.map((kind) => {
    const row = before.find((one) => one.kind === kind)
    return row && isCurrent(row, now)
      ? { username, kind, since: row.since, used: row.used + 1 }
      : { username, kind, since: now, used: 1 }
  })
  await tx
    .insertInto('identity_allowance')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'username', 'kind'])
        .doUpdateSet((eb) => ({ since: eb.ref('excluded.since'), used: eb.ref('excluded.used') })),
    )
    .execute()
}

interface Used {
  readonly kind: string
  readonly since: Date
  readonly used: number
}

function findUsed(tx: TenantTx, username: string, kinds: readonly Allowance[]): Promise<Used[]> {
  return tx
    .selectFrom('identity_allowance')
    .select(['kind', 'since', 'used'])
    .where('username', '=', username)
    .where('kind', 'in', [...kinds])
    .execute()
}

const mostOf = ({ kind }: Used) => allowances[kind as Allowance].most
const isCurrent = ({ kind, since }: Used, now: Date) =>
  now.getTime() - since.getTime() < allowances[kind as Allowance].windowMs
