import { z } from 'zod'
import { CognitiveEvent, cognitiveEventList, listCognitiveEvents } from './cognitive-events.ts'
import { endpoint } from './endpoint.ts'
import { type DescribedParameter, listParameters, listQuery, page } from './list.ts'

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

function describeFromZero(one: DescribedParameter): DescribedParameter[] {
  if (one.name === 'page') return [{ ...one, description: 'Which page of `pageSize` rows, counted from 0.' }]
  return one.name === 'size' ? [one, { ...one, name: 'pageSize' }] : [one]
}

/** The list of cognitive events at its old address. */
export const listDeprecatedEvents = endpoint({
  method: 'GET',
  path: '/bff/events',
  query: z
    .preprocess(fromZero, listQuery(cognitiveEventList))
    .meta({ parameters: listParameters(cognitiveEventList).flatMap(describeFromZero) }),
  response: page(CognitiveEvent),
  access: 'events.view',
  failures: ['identity.hidden'],
  successor: listCognitiveEvents.path,
})
