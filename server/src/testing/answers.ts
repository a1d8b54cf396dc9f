import { type Endpoint, failuresOf } from '@verbatim/contract/endpoint.ts'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiDescription, describeApi, type Json } from '#platform/http/open-api.ts'

/** Every route must be in the contract. */
const ofTheContract = /^\/(bff|messenger\/api)\//

/**
 * Checks every answer of an application against its API: the status, the body, and the code of a failure.
 * A request fails if its answer does not match, or if the contract does not name its route.
 */
export function checkAnswers(app: FastifyInstance): void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validators = new Map<string, ValidateFunction>()
  let described: ApiDescription | undefined

  function validatorOf(key: string, find: (api: ApiDescription) => Json): ValidateFunction {
    const known = validators.get(key)
    if (known) return known
    described ??= describeApi(app.served, { version: '0', address: 'http://localhost' })
    const made = ajv.compile(find(described))
    validators.set(key, made)
    return made
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const problem = findProblem(request, reply, payload, validatorOf)
    if (!problem) return
    const sentence = `${request.method} ${request.routeOptions.url} ${problem}`
    console.error(sentence) // the caller gets an unexpected error, and the log of tests is silent
    reply.status(500) // also checks the answer to a failure
    throw new Error(sentence)
  })
}

type ValidatorOf = (key: string, find: (api: ApiDescription) => Json) => ValidateFunction

function findProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  validatorOf: ValidatorOf,
): string | undefined {
  const { url, config, method } = request.routeOptions
  const { endpoint, answers } = config
  if (!endpoint) return url && ofTheContract.test(url) ? 'is no endpoint of the contract' : undefined
  const { statusCode } = reply
  if (statusCode >= 400) return findWrongFailure(endpoint, { statusCode, payload }, validatorOf)
  if (statusCode !== answers) return `answers ${statusCode}, not ${answers}`
  if (endpoint.file) return undefined
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
  const validate = validatorOf(`${String(method)} ${path}`, ({ paths }) => {
    const operation = paths[path]?.[endpoint.method.toLowerCase()] as
      | { responses: Record<string, Content> }
      | undefined
    return operation?.responses[answers ?? 200]?.content['application/json']?.schema ?? {}
  })
  return findWrong(validate, payload)
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Json }>>
}

function findWrongFailure(
  endpoint: Endpoint,
  { statusCode, payload }: { readonly statusCode: number; readonly payload: unknown },
  validatorOf: ValidatorOf,
): string | undefined {
  const validate = validatorOf(
    'failure',
    ({ components }) => (components['schemas'] as { Failure: Json }).Failure,
  )
  const wrong = findWrong(validate, payload)
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
