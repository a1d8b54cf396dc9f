import type { z } from 'zod'
import type { FailureCode } from './errors.ts'
import type { ListSpec } from './list.ts'
import type { Permission } from './permissions.ts'

/** One call of the API: its input, its answer, and who may make it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify path; `:name` parts are read from `params`. */
  readonly path: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The answer. Endpoints that answer a file have `file` instead. */
  readonly response: z.ZodType
  /** `anyone` needs no session, `messenger` a messenger user; otherwise the permission that the caller needs. */
  readonly access: 'anyone' | 'signed-in' | 'messenger' | Permission
  /** Failures of this endpoint; those that any call can have are derived. */
  readonly failures?: readonly FailureCode[]
  /** Uses a cookie of this host and no session. Pages send cookies only with these calls. */
  readonly byCookie?: true
  /** The path of the replacement: this endpoint is deprecated, and its answers say so. Source: RFC 9745. */
  readonly successor?: string
  /** A list whose questions people keep, and the name under which they do: one of `viewedLists`. */
  readonly viewed?: { readonly as: string; readonly spec: ListSpec }
  /** A body that is accepted. */
  readonly example?: unknown
  /** The answer is a stream of bytes with its own content type; `response` is then `z.any()`. */
  readonly file?: true
}

/** Declares an endpoint and keeps its literal types. */
export function endpoint<const E extends Endpoint>(e: E): E {
  return e
}

/** Failures of any call. */
const ofAny: readonly FailureCode[] = [
  'request.invalid',
  'request.bad-language',
  'request.bad-host',
  'request.foreign-host',
  'request.not-found',
  'request.too-many',
  'request.too-busy',
  'organization.not-found',
  'organization.closed',
  'internal',
  'unavailable',
]
const ofSessions: readonly FailureCode[] = [
  'session.missing',
  'session.expired',
  'session.mismatch',
  'access.denied',
]
const ofBodies: readonly FailureCode[] = ['request.too-large', 'request.unsupported-type']
const ofRepeated: readonly FailureCode[] = ['request.key-reused', 'request.in-progress']
const ofFiles: readonly FailureCode[] = ['file.not-here', 'file.damaged']

/** Every failure that an endpoint may answer with. */
export function failuresOf({ method, access, file, failures = [] }: Endpoint): readonly FailureCode[] {
  const writes = method !== 'GET'
  return [
    ...ofAny,
    ...(access === 'anyone' ? [] : ofSessions),
    ...(writes ? ofBodies : []),
    ...(writes && access !== 'anyone' ? ofRepeated : []),
    ...(file ? ofFiles : []),
    ...failures,
  ]
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Unparsed<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives, after parsing. */
export type InputOf<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** What a caller sends, before parsing. */
export type CallOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: Unparsed<E[K]>
}

export type OutputOf<E extends Endpoint> = z.output<E['response']>
