import { type Endpoint, failuresOf } from '@verbatim/contract/endpoint.ts'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeApi, type Json } from '#platform/http/open-api.ts'

/** Every route must be in the contract. */
const ofTheContract = /^\/(bff|messenger\/api)\//

const ajv = new Ajv2020({ strict: false, validateFormats: false })
/** Of all applications of a worker: to describe and compile a whole API for each takes up to a second. */
const validators = new WeakMap<Endpoint, ValidateFunction>()
const host = { version: '0', address: 'http://localhost' }
const ofFailures = ajv.compile((describeApi([], host).components['schemas'] as { Failure: Json }).Failure)

/**
 * Checks every answer of an application against its API: the status, the body, and the code of a failure.
 * A request fails if its answer does not match, or if the contract does not name its route.
 */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const problem = findProblem(app, { request, reply, payload })
    if (!problem) return
    const sentence = `${request.method} ${request.routeOptions.url} ${problem}`
    console.error(sentence) // the caller gets an unexpected error, and the log of tests is silent
    reply.status(500) // also checks the answer to a failure
    throw new Error(sentence)
  })
}

interface Answered {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly payload: unknown
}

function findProblem(app: FastifyInstance, { request, reply, payload }: Answered): string | undefined {
  const { url, config } = request.routeOptions
  const { endpoint, answers } = config
  if (!endpoint) return url && ofTheContract.test(url) ? 'is no endpoint of the contract' : undefined
  const { statusCode } = reply
  if (statusCode >= 400) return findWrongFailure(endpoint, { statusCode, payload })
  if (statusCode !== answers) return `answers ${statusCode}, not ${answers}`
  if (endpoint.file) return undefined
  return findWrong(validatorOf(app, endpoint), payload)
}

function validatorOf({ served }: FastifyInstance, endpoint: Endpoint): ValidateFunction {
  const known = validators.get(endpoint)
  if (known) return known
  const routes = served.filter((one) => one.endpoint === endpoint)
  const [operation] = Object.values(describeApi(routes, host).paths).flatMap(Object.values) as {
    responses: Record<string, Content>
  }[]
  if (!operation) throw new Error(`${endpoint.method} ${endpoint.path} is not served`)
  const answers = operation.responses[routes[0]?.answers ?? 200]
  const made = ajv.compile(answers?.content['application/json']?.schema ?? {})
  validators.set(endpoint, made)
  return made
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Json }>>
}

function findWrongFailure(
  endpoint: Endpoint,
  { statusCode, payload }: { readonly statusCode: number; readonly payload: unknown },
): string | undefined {
  const wrong = findWrong(ofFailures, payload)
  if (wrong) return wrong
  const { code } = JSON.parse(String(payload)) as { code: FailureCode }
  if (failures[code].status !== statusCode) return `answers ${code} with ${statusCode}`
  return failuresOf(endpoint).includes(code)
    ? undefined
    : `answers ${code}, which its \`failures\` do not name`
}

function findWrong(validate: ValidateFunction, payload: unknown): string | undefined {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return 'answers no JSON'
  if (validate(JSON.parse(String(payload)))) return undefined
  const [error] = validate.errors ?? []
  return `differs from its description at ${error?.instancePath || '/'}: ${error?.message} ${JSON.stringify(error?.params)}`
}
