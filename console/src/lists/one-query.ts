import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import type { CallOf, Endpoint, OutputOf } from '@verbatim/contract/endpoint.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import type { OwnFailureCode } from '@verbatim/contract/own-failures.ts'
import type { z } from 'zod'

/** A call that reads one thing by the id in its path. */
export type CallOfOne = Endpoint & { readonly params: z.ZodObject<{ readonly id: z.ZodType }> }

/** What a call asks for besides the id. */
type Further<E extends CallOfOne> = Omit<CallOf<E>, 'params'> &
  FurtherParams<Omit<z.input<E['params']>, 'id'>>
type FurtherParams<P> = keyof P extends never ? { readonly params?: never } : { readonly params: P }

/**
 * The query for one thing by the id in an address.
 * @param key Starts with the slice's name: when the slice changes, the thing is requested again.
 * @param sent What is sent besides the id, if the call asks for more.
 */
export function oneQuery<E extends CallOfOne>(
  key: readonly string[],
  call: E,
  ...[sent]: object extends Further<E> ? [sent?: Further<E>] : [sent: Further<E>]
) {
  const missing = call.failures?.find(isMissing) ?? 'request.not-found'
  return (api: Api, id: string) =>
    queryOptions({
      queryKey: [...key, 'one', id],
      queryFn: ({ signal }) => {
        const further: { readonly params?: object } = sent ?? {}
        const params = { ...further.params, id: knownId(call.params.shape.id, id, missing) }
        // `Further` has everything else of the call, which the compiler cannot see for any endpoint at once.
        return api(call, { ...further, params } as unknown as CallOf<E>, signal) as Promise<OutputOf<E>>
      },
    })
}

/** The compiler refuses one that is not our own failure, because an address can find it without an answer. */
const isMissing = (code: FailureCode): code is Extract<FailureCode, `${string}.not-found`> =>
  code.endsWith('.not-found')

/** An id from an address. An invalid one is not sent to the server, because nothing can have it. @throws Failure `missing` */
export function knownId<Id>(schema: z.ZodType<Id>, id: string, missing: OwnFailureCode): Id {
  const { data } = schema.safeParse(id)
  if (data === undefined) throw new Failure(missing)
  return data
}
