import { z } from 'zod'
import { CognitiveEvent, cognitiveEventList, listCognitiveEvents } from './cognitive-events.ts'
import { endpoint } from './endpoint.ts'
import { listParameters, listQuery, page } from './list.ts'

/** Pages are counted from 0, and `size` is called `pageSize`. */
function fromZero(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw
  const { page: at, pageSize, ...rest } = raw as Record<string, unknown>
  const isNumber = typeof at === 'string' && /^\d{1,9}$/.test(at)
  return {
    ...rest,
    ...(at !== undefined && { page: isNumber ? String(Number(at) + 1) : at }),
    ...(pageSize !== undefined && { size: pageSize }),
  }
}

/** The list of cognitive events at its old address. */
export const listDeprecatedEvents = endpoint({
  method: 'GET',
  path: '/bff/events',
  query: z
    .preprocess(fromZero, listQuery(cognitiveEventList))
    .meta({ parameters: listParameters(cognitiveEventList) }),
  response: page(CognitiveEvent),
  access: 'events.view',
  failures: ['identity.hidden'],
  successor: listCognitiveEvents.path,
})
