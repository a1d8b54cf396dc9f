import type { CognitoConfig } from '@verbatim/contract/config.ts'
import { identityFailure, poolNameOf } from '@verbatim/contract/identity.ts'
import { z } from 'zod'
import { Failure } from './failure.ts'
import type { Environment } from './environment.ts'

/** An organization's identity pool, and the clock of its service. */
export interface IdentityPool {
  readonly url: string
  readonly userPoolId: string
  readonly poolName: string
  readonly clientId: string
  /** The service's time, from the `Date` of its last answer. Proofs contain it, and a device's clock may be wrong. */
  readonly serviceTime: () => Date
  /** One call of the identity protocol. @throws Failure */
  readonly call: <S extends z.ZodType>(operation: string, body: object, answer: S) => Promise<z.output<S>>
}

const timeoutMs = 15_000
const attempts = 3

/**
 * Calls that may be made again when the service is busy or cannot be reached. The others are sent once, because a proof
 * or a code is used up when it is sent.
 */
const repeatable = ['InitiateAuth', 'GetTokensFromRefreshToken', 'GetUser', 'RevokeToken']
const passing = ['TooManyRequestsException', 'InternalErrorException']

export function openIdentityPool(config: CognitoConfig, environment: Environment): IdentityPool {
  const { userPoolId, userPoolClientId: clientId, identityEndpoint } = config
  const region = userPoolId.split('_')[0] ?? ''
  const url = identityEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`
  let driftMs = 0

  async function send(operation: string, body: object): Promise<unknown> {
    const response = await environment
      .fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        },
        body: JSON.stringify(body),
        cache: 'no-store',
        // The embedded service recognizes known browsers by a cookie; an external pool gets no cookie.
        credentials: 'same-origin',
        signal: AbortSignal.timeout(timeoutMs),
      })
      .catch((cause: unknown) => {
        throw new Failure('network', { cause })
      })
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(date)) driftMs = date - environment.now().getTime()
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw refusal(response, answer)
    return answer
  }

  return {
    url,
    userPoolId,
    poolName: poolNameOf(userPoolId),
    clientId,
    serviceTime: () => new Date(environment.now().getTime() + driftMs),
    async call(operation, body, answer) {
      for (let attempt = 1; ; attempt++) {
        try {
          return answer.parse(await send(operation, body))
        } catch (error) {
          if (!(error instanceof Failure) || !mayRepeat(operation, error) || attempt === attempts) throw error
          await environment.wait(2 ** attempt * 250 * (1 + environment.chance()))
        }
      }
    },
  }
}

function mayRepeat(operation: string, failure: Failure): boolean {
  if (!repeatable.includes(operation)) return false
  return failure.code === 'network' || passing.includes(String(failure.details['name']))
}

const Refusal = z.object({
  __type: z.string().optional(),
  message: z.string().optional(),
  Message: z.string().optional(),
})

/** The protocol puts the error's name in different places of the answer; the status does not matter. */
function refusal(response: Response, answer: unknown): Failure {
  const { __type, message, Message } = Refusal.safeParse(answer).data ?? {}
  const name =
    __type?.split('#').at(-1) ??
    response.headers.get('x-amzn-errortype')?.split(':')[0] ??
    'InternalErrorException'
  const code = identityFailure(name, message ?? Message ?? '')
  return new Failure(code, {
    details: { name, ...(message ? { reason: message } : {}) },
    status: response.status,
    requestId: response.headers.get('x-amzn-requestid') ?? undefined,
  })
}

/** Answers of the calls that are not steps of a sign-in. */
export const Associated = z.object({ SecretCode: z.string(), Session: z.string().optional() })
export const Verified = z.object({ Status: z.string(), Session: z.string().optional() })
export const CodeSent = z.object({
  CodeDeliveryDetails: z.object({ Destination: z.string().optional() }).optional(),
})
export const Nothing = z.object({})
