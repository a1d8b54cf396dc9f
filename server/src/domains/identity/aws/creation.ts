import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import type { Invitee } from '#domains/identity/admin.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Call } from './calls.ts'
import { attributeOf, findPerson } from './find-person.ts'
import { isPersonOf, keepSubject } from './people.ts'
import { type AwsPool, poolUsername, readPoolUsername } from './pool.ts'

/** AWS mails a temporary password. */
export const byMail = { DesiredDeliveryMediums: ['EMAIL' as const] }
/** No mail is sent: the user gets the password another way. */
export const unmailed = { MessageAction: 'SUPPRESS' as const }

/** Creates a person in the pool. @returns whether they are new. @throws Failure `user.email-taken`, `unavailable` */
type Create = (tx: TenantTx, user: Invitee, delivery: typeof byMail | typeof unmailed) => Promise<boolean>

/**
 * An address belongs to one name of the pool. If a change is rolled back after its call, the address stays with a name that
 * no user has here: such a name is removed. So is a name that someone else chose when they signed up.
 */
export function makeCreate(client: CognitoIdentityProviderClient, pool: AwsPool, call: Call): Create {
  const { userPoolId: UserPoolId } = pool
  async function add(tx: TenantTx, { id, email, firstName }: Invitee, delivery: object): Promise<boolean> {
    let subject = ''
    const create = async () => {
      const { User } = await client.send(
        new AdminCreateUserCommand({
          UserPoolId,
          Username: poolUsername(tx.tenantId, id),
          ...delivery,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
            ...(firstName ? [{ Name: 'given_name', Value: firstName }] : []),
          ],
        }),
      )
      subject = attributeOf(User?.Attributes, 'sub') ?? ''
    }
    const outcome = await call(create, ['UsernameExistsException', 'AliasExistsException'])
    if (outcome !== 'done') return false
    await keepSubject(tx, pool, { userId: id, subject })
    return true
  }

  const find = (Username: string) => findPerson(client, pool, { call, Username })
  const free = (Username: string) =>
    call(() => client.send(new AdminDeleteUserCommand({ UserPoolId, Username })), ['UserNotFoundException'])

  return async (tx, user, delivery) => {
    if (await add(tx, user, delivery)) return true
    const named = await find(poolUsername(tx.tenantId, user.id))
    if (named && (await isPersonOf(tx, pool, { user, person: named }))) return false
    if (named) await free(named.name) // of someone who signed up under it
    const holder = await find(user.email)
    if (holder && !(await isLeftOver(tx, holder.name))) throw new Failure('user.email-taken')
    if (holder) await free(holder.name)
    if (!(await add(tx, user, delivery))) throw new Failure('user.email-taken')
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
