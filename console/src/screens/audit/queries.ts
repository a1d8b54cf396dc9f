import { listAuditActors } from '@verbatim/contract/audit.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import { type OptionSource, soughtOptions, theOne, withAlso } from '#lists/sought-options.ts'

const actorSource: OptionSource = {
  key: ['audit', 'actors'],
  find: (api, search, signal) => api(listAuditActors, { query: { search } }, signal),
  async get(api, id, signal) {
    const { items } = await api(listAuditActors, { query: { id: UserId.parse(id) } }, signal)
    return theOne(items, 'user.not-found')
  },
}

/** The actors of the audit trail, and “Unknown” for events without a known one. */
export const soughtActors = soughtOptions(withAlso(actorSource, { id: noId, name: 'Unknown' }))
