import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { rememberEach } from '#platform/remember.ts'
import { makeCall } from './calls.ts'
import { findSubject, isPersonOf } from './people.ts'
import { type AwsPool, openAwsClient, poolUsername } from './pool.ts'

export interface ProofContext extends DbContext {
  readonly log: IdentityContext['log']
}

/** A person who was replaced is refused after this long, and one who was refused may be asked about again. */
const remembering = { ms: 3_000, least: 10_000 }

interface Named {
  readonly tenantId: TenantId
  readonly userId: UserId
}

/** Whether the subject of a token is the person whom we created for a user. The pool is asked only about people from before. */
export function rememberProofs(pool: AwsPool, ctx: ProofContext) {
  const known = rememberEach<string, boolean>(remembering)
  const call = makeCall(ctx.log)
  let client: ReturnType<typeof openAwsClient> | undefined
  return ({ tenantId, userId }: Named, subject: string | undefined): Promise<boolean> =>
    known.find(`${tenantId}|${userId}|${subject ?? ''}`, ctx.now(), async () => {
      const ours = await inTenant(ctx.db, tenantId, (tx) => findSubject(tx, pool, userId))
      if (ours !== undefined) return ours === subject
      const Username = poolUsername(tenantId, userId)
      const { findPerson } = await import('./find-person.ts')
      const person = await findPerson(await (client ??= openAwsClient(pool)), pool, { call, Username })
      if (!person || person.subject !== subject) return false
      return inTenant(ctx.db, tenantId, async (tx) => {
        const user = await tx
          .selectFrom('tenant_user')
          .select(['id', 'email'])
          .where('id', '=', userId)
          .executeTakeFirst()
        return user !== undefined && isPersonOf(tx, pool, { user, person })
      })
    })
}
