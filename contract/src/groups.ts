import { z } from 'zod'
import { changeSchemaOf } from './change-schema.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion, expectedVersionInQuery } from './expected-version.ts'
import { ContactId, GroupId, UserId, uuid } from './ids.ts'
import { listQuery, listSpec, page } from './list.ts'
import { text } from './text.ts'
import { usualEndpoints } from './usual-endpoints.ts'
import { setOf } from './set-of.ts'

export const managedGroupList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    memberCount: { type: 'number', sort: true },
    contactCount: { type: 'number', sort: true },
    sharedConversationHistory: { type: 'enum', values: ['true', 'false'], sort: true },
    createdAt: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})

/** A group with its name, for filters and forms. */
export const GroupEntry = z.object({ id: GroupId, name: z.string() })
export type GroupEntry = z.infer<typeof GroupEntry>

export const groupList = listSpec({
  fields: { name: { type: 'text', sort: true }, id: { type: 'uuid' } },
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

/** Sizes that a person can reach. */
export const groupLimits = { name: 200, description: 1000, people: 20_000 } as const

/** A group as administrators see it. */
export const Group = GroupEntry.extend({
  description: z.string(),
  /** Whether members who are not Managers read colleagues' conversations with its contacts, except personal ones. */
  sharedConversationHistory: z.boolean(),
  memberCount: z.int(),
  contactCount: z.int(),
  /** Increases with every change; a change names the version that it is based on. */
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type Group = z.infer<typeof Group>

const MemberIds = setOf(UserId).max(groupLimits.people).default([])
const ContactIds = setOf(ContactId).max(groupLimits.people).default([])

export const GroupInfo = z.strictObject({
  name: text({ max: groupLimits.name, min: 1 }),
  description: text({ max: groupLimits.description }).default(''),
  sharedConversationHistory: z.boolean().default(false),
})
export type GroupInfo = z.infer<typeof GroupInfo>

export const GroupDraft = GroupInfo.extend({ memberIds: MemberIds, contactIds: ContactIds })
export type GroupDraft = z.infer<typeof GroupDraft>

/** The members to add and to remove. The others stay. */
export const GroupMembersChange = z.strictObject({
  addedMemberIds: MemberIds,
  removedMemberIds: MemberIds,
  addedContactIds: ContactIds,
  removedContactIds: ContactIds,
  /** The group for members who would have none otherwise; without it, such a change is refused. */
  moveTo: GroupId.optional(),
})
export type GroupMembersChange = z.infer<typeof GroupMembersChange>

const GroupParams = z.object({ id: GroupId })
const base = '/messenger/api/v1/conversation-groups'

/** A group as a whole: absent fields do not change. A given list of people replaces the current one, before people are added and removed. */
export const GroupChange = changeSchemaOf(GroupInfo).extend({
  memberIds: setOf(UserId).max(groupLimits.people).optional(),
  contactIds: setOf(ContactId).max(groupLimits.people).optional(),
  ...GroupMembersChange.shape,
  ...expectedVersion,
})
export type GroupChange = z.infer<typeof GroupChange>

export const groupCalls = usualEndpoints({
  path: base,
  id: GroupId,
  list: managedGroupList,
  viewedAs: 'groups',
  thing: Group,
  draft: GroupDraft,
  change: GroupChange,
  removal: z.strictObject({ ...expectedVersionInQuery, moveTo: GroupId.optional() }),
  view: 'groups.view',
  manage: 'groups.manage',
  failures: {
    missing: 'group.not-found',
    changed: 'group.changed',
    refused: ['group.name-taken', 'group.unknown-person', 'messenger.own-reach'],
    refusedChange: ['approval.required', 'group.last-group'],
    refusedRemoval: ['group.in-use', 'group.last-group', 'group.unknown-target', 'messenger.own-reach'],
  },
  example: { name: 'Desk' },
})

/** Absent fields do not change. */
export const updateGroupInfo = endpoint({
  method: 'PUT',
  path: `${base}/:id/info`,
  params: GroupParams,
  body: changeSchemaOf(GroupInfo).extend(expectedVersion),
  response: Group,
  access: 'groups.manage',
  failures: ['group.changed', 'group.name-taken', 'group.not-found', 'messenger.own-reach'],
})

export const updateGroupMembers = endpoint({
  method: 'PUT',
  path: `${base}/:id/members`,
  params: GroupParams,
  body: GroupMembersChange.extend(expectedVersion),
  response: Group,
  access: 'groups.manage',
  failures: [
    'approval.required',
    'group.changed',
    'group.last-group',
    'group.not-found',
    'group.unknown-person',
    'messenger.own-reach',
  ],
})

/** The effects of deleting a group. */
export const GroupEffect = z.object({
  members: z.int(),
  contacts: z.int(),
  /** Contacts whose record stays, but becomes invisible to readers of only this group. */
  conversations: z.int(),
  /** Permission profiles that name it and will cover less. */
  profiles: z.array(z.string()),
  /** Policies that name it. */
  policies: z.array(z.string()),
  /** Members and contacts that are in no other group. */
  left: z.object({ count: z.int(), names: z.array(z.string()) }),
  /** The text to show if it cannot be deleted. */
  refusal: z.string().optional(),
})
export type GroupEffect = z.infer<typeof GroupEffect>

export const getGroupEffect = endpoint({
  method: 'GET',
  path: `${base}/:id/effect`,
  params: GroupParams,
  response: GroupEffect,
  access: 'groups.manage',
  failures: ['group.not-found', 'group.unknown-person'],
})

/** A person who is in a group or can be added to one. */
export const GroupPerson = z.object({
  id: uuid(),
  name: z.string(),
  /** The mail address of a user, or the share level of a contact. */
  detail: z.string(),
})
export type GroupPerson = z.infer<typeof GroupPerson>

/** `groupId[in]` finds people in a group, `groupId[nin]` people who can be added to it. */
export const groupPeopleList = listSpec({
  fields: { name: { type: 'text', sort: true }, groupId: { type: 'uuid' } },
  defaultSort: 'name',
  search: ['displayNameEmail'],
})

/** The messenger users, filtered by their groups. */
export const listGroupMembers = endpoint({
  method: 'GET',
  path: '/messenger/api/v1/group-members',
  query: listQuery(groupPeopleList),
  response: page(GroupPerson),
  access: 'groups.view',
})

/** The contacts, filtered by their groups. */
export const listGroupContacts = endpoint({
  method: 'GET',
  path: '/messenger/api/v1/group-contacts',
  query: listQuery(groupPeopleList),
  response: page(GroupPerson),
  access: 'groups.view',
})
