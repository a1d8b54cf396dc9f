import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { GroupId } from './ids.ts'
import { listQuery, listSpec, page } from './list.ts'

/** A group by its name: what a filter or a form offers. */
export const GroupEntry = z.object({ id: GroupId, name: z.string() })
export type GroupEntry = z.infer<typeof GroupEntry>

export const groupList = listSpec({
  fields: { name: { type: 'text', sort: true } },
  defaultSort: 'name',
  search: ['name'],
  maxLimit: 1000,
})

/** The groups whose conversations the reader may see. */
export const listGroups = endpoint({
  method: 'GET',
  path: '/bff/api/v1/conversation-groups',
  query: listQuery(groupList),
  response: page(GroupEntry),
  access: 'signed-in',
})
