import { listSpec } from './list.ts'

export const profileList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    memberCount: { type: 'number', sort: true },
    groupId: { type: 'uuid' },
    userId: { type: 'uuid' },
    createdAt: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})
