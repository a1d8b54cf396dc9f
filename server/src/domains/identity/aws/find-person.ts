/** Uses the library of AWS, which takes memory: loaded only where a pool is asked. */
import {
  AdminGetUserCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import type { Call } from './calls.ts'
import type { PoolPerson } from './people.ts'
import type { AwsPool } from './pool.ts'

/** The person with a name or an address; undefined if there is none. @throws Failure `unavailable` */
export async function findPerson(
  client: CognitoIdentityProviderClient,
  { userPoolId: UserPoolId }: AwsPool,
  { call, Username }: { readonly call: Call; readonly Username: string },
): Promise<PoolPerson | undefined> {
  let found: PoolPerson | undefined
  const ask = async () => {
    const answer = await client.send(new AdminGetUserCommand({ UserPoolId, Username }))
    const read = (name: string) => attributeOf(answer.UserAttributes, name)
    const isProven = read('email_verified') === 'true' && answer.UserStatus !== 'UNCONFIRMED'
    found = {
      name: answer.Username ?? '',
      subject: read('sub') ?? '',
      provenEmail: isProven ? read('email') : undefined,
    }
  }
  await call(ask, ['UserNotFoundException'])
  return found
}

export const attributeOf = (attributes: readonly AttributeType[] | undefined, name: string) =>
  attributes?.find(({ Name }) => Name === name)?.Value
