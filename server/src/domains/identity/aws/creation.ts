import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Invitee } from '#domains/identity/admin.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Call } from './calls.ts'
import { type AwsPool, poolUsername, readPoolUsername } from './pool.ts'

/** AWS mails a temporary password. */
export const byMail = { DesiredDeliveryMediums: ['EMAIL' as const] }
/** No mail is sent: the user gets the password another way. */
export const unmailed = { MessageAction: 'SUPPRESS' as const }

/** Creates a person in the pool. @returns whether they are new. @throws Failure `user.email-taken`, `unavailable` */
type Create = (tx: TenantTx, user: Invitee, delivery: typeof byMail | typeof unmailed) => Promise<boolean>

/**
 * An address belongs to one name of the pool. If a change is rolled back after its call, the address stays with a name that
 * no user has here: such a name is removed.
 */
export function makeCreate(
  client: CognitoIdentityProviderClient,
  { userPoolId: UserPoolId }: AwsPool,
  call: Call,
): Create {
  const add = (tenantId: TenantId, { id, email, firstName }: Invitee, delivery: object) =>
    call(
      () =>
        client.send(
          new AdminCreateUserCommand({
            UserPoolId,
            Username: poolUsername(tenantId, id),
            ...delivery,
            UserAttributes: [
              { Name: 'email', Value: email },
              { Name: 'email_verified', Value: 'true' },
              ...(firstName ? [{ Name: 'given_name', Value: firstName }] : []),
            ],
          }),
        ),
      ['UsernameExistsException', 'AliasExistsException'],
    )

  /** The pool's name for a given name or address; undefined if there is none. */
  async function find(Username: string): Promise<string | undefined> {
    let found: string | undefined
    const ask = async () =>
      (found = (await client.send(new AdminGetUserCommand({ UserPoolId, Username }))).Username)
    await call(ask, ['UserNotFoundException'])
    return found
  }

  return async (tx, user, delivery) => {
    const { tenantId } = tx
    if ((await add(tenantId, user, delivery)) === 'done') return true
    if (await find(poolUsername(tenantId, user.id))) return false
    const holder = await find(user.email)
    if (holder && !(await isLeftOver(tx, holder))) throw new Failure('user.email-taken')
    const leftOver = { UserPoolId, Username: holder }
    if (holder) await call(() => client.send(new AdminDeleteUserCommand(leftOver)), ['UserNotFoundException'])
    if ((await add(tenantId, user, delivery)) !== 'done') throw new Failure('user.email-taken')
    return true
  }
}

/** Whether this organization created the name for a user who no longer exists here. */
async function isLeftOver(tx: TenantTx, name: string): Promise<boolean> {
  const known = readPoolUsername(name)
  if (known?.tenantId !== tx.tenantId) return false
  const row = await tx
    .selectFrom('tenant_user')
    .select('id')
    .where('id', '=', known.userId)
    .executeTakeFirst()
  return row === undefined
}
