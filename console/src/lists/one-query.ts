import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import type { z } from 'zod'

interface One<Id, Thing> {
  /** Starts with the slice's name: when the slice changes, the thing is requested again. */
  readonly key: readonly string[]
  readonly id: z.ZodType<Id>
  readonly missing: FailureCode
  readonly read: (api: Api, id: Id, signal: AbortSignal) => Promise<Thing>
}

/** The query for one thing by the id in an address. */
export function oneQuery<Id, Thing>({ key, id: schema, missing, read }: One<Id, Thing>) {
  return (api: Api, id: string) =>
    queryOptions({
      queryKey: [...key, 'one', id],
      queryFn: ({ signal }) => read(api, knownId(schema, id, missing), signal),
    })
}

/** An id from an address. An invalid one is not sent to the server, because nothing can have it. @throws Failure `missing` */
export function knownId<Id>(schema: z.ZodType<Id>, id: string, missing: FailureCode): Id {
  const { data } = schema.safeParse(id)
  if (data === undefined) throw new Failure(missing)
  return data
}
