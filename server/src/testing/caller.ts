import type { UserId } from '@verbatim/contract/ids.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { beginSession } from '#domains/identity/sessions.ts'
import { signTokens } from '#domains/identity/tokens.ts'
import { findUserById } from '#domains/identity/users.ts'
import { inTenant } from '#platform/db.ts'
import type { Context } from '#context.ts'
import { expect } from 'vitest'
import type { WorldTenant } from './world.ts'

export interface Caller {
  readonly token: string
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
  /** The body as JSON. */
  readonly json: any // eslint-disable-line typescript/no-explicit-any -- tests look into answers of any shape
}

/** A caller with a session of the user, as if they had signed in. */
export async function makeCaller(
  ctx: Context,
  app: FastifyInstance,
  tenant: WorldTenant,
  userId: UserId,
): Promise<Caller> {
  const grant = await inTenant(ctx.db, tenant.id, async (tx) => {
    const user = await findUserById(tx, userId)
    if (!user) throw new Error('The user cannot sign in')
    return beginSession(tx, ctx, user, { address: undefined, agent: 'test' })
  })
  const { AccessToken: token } = await signTokens(ctx, grant)
  return {
    token,
    call: (method, url, body, headers = {}) =>
      ask(app, {
        method,
        url,
        headers: {
          host: `${tenant.label}.verbatim.localhost:3000`,
          authorization: `Bearer ${token}`,
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
  }
}

/** One request without a network. */
export async function ask(app: FastifyInstance, options: InjectOptions): Promise<Answer> {
  const answer = await app.inject(options)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    get json() {
      return answer.json()
    },
  }
}

/** What a request is answered that is not refused. */
export async function done(asked: Promise<Answer>): Promise<Answer['json']> {
  const { status, json } = await asked
  expect({ status, json }).toMatchObject({ status: 200 })
  return json
}

/** The status and the code of a refusal. */
export async function refusal(asked: Promise<Answer>): Promise<[status: number, code: string | undefined]> {
  const { status, json } = await asked
  return [status, json.code]
}
