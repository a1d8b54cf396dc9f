import { Failure } from '@verbatim/client/failure.ts'
import { listAuditActors } from '@verbatim/contract/audit.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import { type OptionSource, soughtOptions } from '#lists/sought-options.ts'

const unknown = { id: noId, name: 'Unknown' }

/** The actors of the audit trail, and “Unknown” for events without a known one. */
const actorSource: OptionSource = {
  key: ['audit', 'actors'],
  async find(api, search, signal) {
    const { items } = await api(listAuditActors, { query: { search } }, signal)
    return { items: unknown.name.toLowerCase().includes(search.toLowerCase()) ? [...items, unknown] : items }
  },
  async get(api, id, signal) {
    if (id === noId) return unknown
    const { items } = await api(listAuditActors, { query: { id: UserId.parse(id) } }, signal)
    if (!items[0]) throw new Failure('user.not-found')
    return items[0]
  },
}

export const soughtActors = soughtOptions(actorSource)
