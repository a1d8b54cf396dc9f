import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** One call of the API: what it takes, what it answers, and who may make it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify path; `:name` parts are read from `params`. */
  readonly path: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** What the caller gets. Endpoints that answer a file say so with `file` instead. */
  readonly response: z.ZodType
  /** `anyone` needs no session; `messenger` a messenger user; otherwise the permission the caller must hold. */
  readonly access: 'anyone' | 'signed-in' | 'messenger' | Permission
  /** A cookie of this host opens it, and no session: the only calls that pages send cookies with. */
  readonly byCookie?: true
  /** The answer is a stream of bytes with its own content type; `response` is then `z.any()`. */
  readonly file?: true
}

/** Names an endpoint and keeps its literal types. */
export function endpoint<const E extends Endpoint>(e: E): E {
  return e
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
