import Fastify, { type FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { userPoolClientIdOf, userPoolIdOf } from '@verbatim/contract/identity.ts'
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import { createIdentityUsers, type NewIdentityUser } from '#domains/identity/commands.ts'
import { type IdentityContext, type IdentityLimits, openIdentity } from '#domains/identity/memory.ts'
import { identityRoutes } from '#domains/identity/routes.ts'
import { newId } from '#kernel/uuid.ts'
import { makeSecrets, type Secrets } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { silentLog } from '#platform/log.ts'
import { borrowKeyPair } from './key-pairs.ts'

export interface TestPool {
  readonly ctx: IdentityContext
  readonly tenantId: TenantId
  readonly userPoolId: string
  readonly clientId: string
  /** The address of the service, on this machine only. */
  readonly endpoint: string
  readonly app: FastifyInstance
  /** Moves the service's clock. */
  pass(ms: number): void
  /** Adds a person who can sign in. */
  add(email: string, person?: Partial<Omit<NewIdentityUser, 'id'>> & { role?: Role }): Promise<UserId>
  /** The same pool, called from another address by a browser with these cookies, or by a program without cookies. */
  at(address: string, cookies?: Map<string, string>): TestPool
  /** One call of the protocol, as any client makes it. */
  call(operation: string, body: object, headers?: Record<string, string>): Promise<PoolAnswer>
  close(): Promise<void>
}

export interface PoolAnswer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- any answer of the protocol
  readonly body: any
}

/** The password of test persons that do not set one. */
export const testPassword = 'Corr3ct-Horse!'

interface TestPoolOptions {
  readonly limits?: IdentityLimits
  /** For another pool, when one installation has two. */
  readonly secrets?: Secrets
  /** Only `pass` moves its clock, however slow the machine is. */
  readonly clock?: 'still'
}

/** A separate organization with the identity service on a loopback port and a clock that a test can move. */
export async function openTestPool(db: Db, options: TestPoolOptions = {}): Promise<TestPool> {
  const { limits = {}, secrets = makeSecrets(randomBytes(32)), clock } = options
  const opened = Date.now()
  const generous = { signInsPerAddressAndMinute: 10_000, signInsPerSecond: 10_000 }
  let movedMs = 0
  const now = () => new Date((clock === 'still' ? opened : Date.now()) + movedMs)
  const tenantId = newId<TenantId>(now())
  const app = Fastify({ logger: false })
  const ctx: IdentityContext = {
    db,
    now,
    secrets,
    log: silentLog,
    identity: openIdentity('http://identity.test', { ...generous, ...limits, makeKeyPair: borrowKeyPair }),
  }
  await inTenant(db, tenantId, (tx) =>
    tx
      .insertInto('organization')
      .values({ tenant_id: tenantId, host_label: `t${tenantId}`, name: 'Test' })
      .execute(),
  )
  await identityRoutes(app, ctx)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const endpoint = `${origin}/identity/`
  const pool: TestPool = {
    ctx,
    app,
    tenantId,
    endpoint,
    userPoolId: userPoolIdOf(tenantId),
    clientId: userPoolClientIdOf(tenantId),
    pass: (ms) => void (movedMs += ms),
    add: (email, { role = 'analyst', password = testPassword, ...person } = {}) =>
      inTenant(db, tenantId, async (tx) => {
        const id = newId<UserId>(now())
        const name = { first_name: 'Anna', last_name: 'Adler' }
        await tx
          .insertInto('tenant_user')
          .values({ id, email, email_key: email.toLowerCase(), role, phone_number: null, ...name })
          .execute()
        await createIdentityUsers(tx, ctx, [{ id, password, ...person }])
        return id
      }),
    async call(operation, body, headers = {}) {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
          ...headers,
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
    at(remoteAddress, cookies) {
      return {
        ...pool,
        async call(operation, body) {
          const cookie = [...(cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
          const answer = await app.inject({
            method: 'POST',
            url: '/identity/',
            remoteAddress,
            headers: {
              'content-type': 'application/x-amz-json-1.1',
              'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
              ...(cookie && { cookie }),
            },
            payload: JSON.stringify(body),
          })
          for (const { name, value } of answer.cookies) cookies?.set(name, value)
          const headers = new Headers(answer.headers as Record<string, string>)
          return { status: answer.statusCode, headers, body: answer.json() }
        },
      }
    },
    close: () => app.close(),
  }
  return pool
}
