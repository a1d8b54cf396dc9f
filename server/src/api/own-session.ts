import type { Account } from '@verbatim/contract/account.ts'
import type { FastifyRequest } from 'fastify'
import type { AwsPool } from '#domains/identity/aws/pool.ts'
import { selfServiceScope } from '#domains/identity/tokens.ts'
import { Failure } from '#kernel/failure.ts'

export interface SessionContext {
  /** The sign-in of users who do not use the embedded service. */
  readonly awsPool: AwsPool | undefined
}

interface OwnSession extends Pick<Account, 'managesSignIn' | 'keptAt'> {
  readonly id: string
}

/** The session that the request's token belongs to. A token of single sign-on must not change the sign-in. */
export function sessionOf({ awsPool }: SessionContext, { session }: FastifyRequest): OwnSession {
  if (!session) throw new Failure('session.missing')
  const { originJti: id, scopes } = session
  return { id, managesSignIn: scopes.includes(selfServiceScope), keptAt: awsPool ? 'user-pool' : 'here' }
}
