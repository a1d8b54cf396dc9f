/** Questions of lists that people keep under a name: for themselves, or for everyone who may open the list. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { expectedVersion, expectedVersionInQuery } from './expected-version.ts'
import { SavedViewId, UserId } from './ids.ts'
import { Named } from './named.ts'
import { ofNouns } from './nouns.ts'
import type { Permission } from './permissions.ts'
import { exactText, text } from './text.ts'

const ofOthers = {
  messages: ['messages.view'],
  'cognitive-events': ['events.view'],
  'platform-users': ['platform_users.view'],
  'messenger-users': ['messenger_users.view'],
  audit: ['audit.view'],
  accounts: ['integrations.view'],
  integrations: ['integrations.view'],
  imports: ['users.import', 'contacts.manage', 'integrations.manage'],
} as const
const all = { ...ofOthers, ...ofNouns('lists') }

/** The lists whose questions can be kept, and the permissions to open them: one of them is enough. */
export const viewedListAccess: Readonly<Record<keyof typeof all, readonly Permission[]>> = all
export const viewedLists = Object.keys(all) as readonly (keyof typeof all)[]
export const ViewedList = z.enum(viewedLists)
export type ViewedList = z.infer<typeof ViewedList>

/** `perList` is how many views a person can have for one list. */
export const viewLimits = { name: 80, perList: 100 } as const

/** A list's question as in its address, without a page. The server refuses one that the list does not understand. */
export const ViewQuestion = z.strictObject({
  sort: exactText({ min: 1, max: 500 }).optional(),
  period: exactText({ min: 1, max: 100 }).optional(),
  search: exactText({ min: 1, max: 1000 }).optional(),
  filter: exactText({ min: 1, max: 8000 }).optional(),
})
export type ViewQuestion = z.infer<typeof ViewQuestion>

export const SavedView = z.object({
  id: SavedViewId,
  list: ViewedList,
  name: z.string(),
  question: ViewQuestion,
  isShared: z.boolean(),
  /** Absent once the owner has left. */
  owner: Named(UserId).optional(),
  /** Whether the reader may change and remove it. */
  canChange: z.boolean(),
  version: z.int(),
})
export type SavedView = z.infer<typeof SavedView>

const Name = text({ max: viewLimits.name, min: 1 })
const path = '/bff/api/v1/saved-views'
const params = z.object({ id: SavedViewId })

/** The reader's own views of a list and the shared ones, by name; none if the reader may not open the list. */
export const listSavedViews = endpoint({
  method: 'GET',
  path,
  query: z.strictObject({ list: ViewedList }),
  response: z.object({ items: z.array(SavedView) }),
  access: 'signed-in',
})

/** Sharing needs `views.share`. */
export const createSavedView = endpoint({
  method: 'POST',
  path,
  body: z.strictObject({
    list: ViewedList,
    name: Name,
    question: ViewQuestion,
    isShared: z.boolean().default(false),
  }),
  response: SavedView,
  access: 'signed-in',
  failures: ['view.list-closed', 'view.name-taken', 'view.not-understood', 'view.too-many'],
})

/** Absent fields do not change. Shared views can be changed by their owner and by users with `views.share`. */
export const updateSavedView = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  params,
  body: z.strictObject({
    name: Name.optional(),
    question: ViewQuestion.optional(),
    isShared: z.boolean().optional(),
    ...expectedVersion,
  }),
  response: SavedView,
  access: 'signed-in',
  failures: ['view.changed', 'view.list-closed', 'view.name-taken', 'view.not-found', 'view.not-understood'],
})

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  params,
  query: z.strictObject(expectedVersionInQuery),
  response: z.object({ id: SavedViewId }),
  access: 'signed-in',
  failures: ['view.changed', 'view.list-closed', 'view.not-found'],
})

/** What a removal takes along, for the question before it. */
export const SavedViewRemoval = z.object({
  /** Other people who can open it: none unless it is shared. */
  readers: z.int(),
})
export type SavedViewRemoval = z.infer<typeof SavedViewRemoval>

/** For those who may remove it. */
export const getSavedViewRemoval = endpoint({
  method: 'GET',
  path: `${path}/:id/removal`,
  params,
  response: SavedViewRemoval,
  access: 'signed-in',
  failures: ['view.list-closed', 'view.not-found'],
})
