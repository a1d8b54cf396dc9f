import { type Endpoint, failuresOf } from '@verbatim/contract/endpoint.ts'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import type { DescribedParameter } from '@verbatim/contract/list.ts'
import { z } from 'zod'
import type { ServedRoute } from './server.ts'

/** A JSON schema, or a part of a document. */
export type Json = { readonly [name: string]: unknown }

export interface ApiDescription {
  readonly openapi: string
  readonly info: Json
  readonly servers: readonly Json[]
  readonly security: readonly Json[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: Json
}

/**
 * Describes the served endpoints of the contract as an OpenAPI 3.1 document. It is derived, so it cannot be wrong. Each
 * names who may call it in `x-access`: a permission, `signed-in`, `messenger` or `anyone`.
 */
export function describeApi(
  served: readonly ServedRoute[],
  { version, address }: { readonly version: string; readonly address: string },
): ApiDescription {
  const paths: Record<string, Record<string, Json>> = {}
  for (const { endpoint, answers } of served) {
    if (!endpoint) continue
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = describeEndpoint(endpoint, answers)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Verbatim', version, summary: 'The calls that the console and the messenger make.' },
    servers: [{ url: address }],
    security: [{ session: [] }],
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failureSchema() },
    },
  }
}

function describeEndpoint(endpoint: Endpoint, answers: number): Json {
  const { method, path, access, body } = endpoint
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [path.split('/').findLast((part) => /^[a-z-]{3,}$/.test(part)) ?? 'api'],
    'x-access': access,
    ...(access === 'anyone' && { security: [] }),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...idempotency(endpoint)],
    ...(body && { requestBody: { required: !body.safeParse(undefined).success, content: contentOf(body) } }),
    responses: {
      [answers]: {
        description: endpoint.file ? 'The content of a file.' : 'The result.',
        content: endpoint.file
          ? { '*/*': { schema: {} } }
          : { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
      },
      ...failureResponses(endpoint),
    },
  }
}

/** The specific failures by status, with their codes, so that a program knows which to expect. */
function failureResponses(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(failuresOf(endpoint).toSorted(), (code) => failures[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${failures[code].message}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Failure' },
                { type: 'object', properties: { code: { enum: codes } } },
              ],
            },
          },
        },
      },
    ]),
  )
}

function pathParameters({ path, params }: Endpoint): Json[] {
  const { properties } = propertiesOf(params)
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
}

/** A list describes its own parameters; other parameters are the properties of an object. */
function queryParameters({ query }: Endpoint): Json[] {
  const described = query?.meta()?.['parameters'] as readonly DescribedParameter[] | undefined
  if (described) return described.map((one) => ({ ...one, in: 'query', required: false }))
  const { properties, required } = propertiesOf(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }))
}

/** For writes by known users: a request with the same key is done once. */
const idempotency = ({ method, access }: Endpoint): Json[] =>
  method === 'GET' || access === 'anyone'
    ? []
    : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]

function propertiesOf(schema: z.ZodType | undefined) {
  const described = schema ? schemaOf(schema, 'input') : {}
  const { properties = {}, required = [] } = described as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return { properties, required: new Set(required) }
}

/** A type without a JSON form is the bytes of a file. */
function contentOf(body: z.ZodType): Json {
  const schema = schemaOf(body, 'input')
  const isJson = Object.keys(schema).length > 0
  return isJson
    ? { 'application/json': { schema } }
    : { 'application/octet-stream': { schema: {} }, 'text/csv': { schema: {} } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _dialect,
    parameters: _told,
    ...described
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  }) as Json
  return described
}

function failureSchema(): Json {
  const codes = (Object.keys(failures) as FailureCode[]).filter((code) => failures[code].status > 0)
  return {
    type: 'object',
    additionalProperties: false,
    required: ['code', 'message', 'details', 'requestId'],
    properties: {
      code: { type: 'string', enum: codes.toSorted() },
      message: { type: 'string', description: 'For people. Programs use the code.' },
      details: { type: 'object' },
      requestId: { type: 'string' },
    },
  }
}
