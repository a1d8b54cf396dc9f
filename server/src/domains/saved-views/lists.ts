import { accountList } from '@verbatim/contract/accounts.ts'
import { auditList } from '@verbatim/contract/audit.ts'
import { changeRequestList } from '@verbatim/contract/change-requests.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { contactList } from '@verbatim/contract/contacts.ts'
import { managedGroupList } from '@verbatim/contract/groups.ts'
import { importList } from '@verbatim/contract/imports.ts'
import { BadToken } from '@verbatim/contract/list-filter.ts'
import { type ListSpec, parseListQuery } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { notificationList } from '@verbatim/contract/notifications.ts'
import { profileList } from '@verbatim/contract/permission-profiles.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { policyList } from '@verbatim/contract/policies.ts'
import type { ViewedList, ViewQuestion } from '@verbatim/contract/saved-views.ts'
import { messengerUserList, platformUserList } from '@verbatim/contract/users.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'

/** The permissions to open each list (one of them is enough) and the fields of its questions. */
const lists: Readonly<Record<ViewedList, readonly [spec: ListSpec, ...needs: Permission[]]>> = {
  messages: [messageList, 'messages.view'],
  'cognitive-events': [cognitiveEventList, 'events.view'],
  'platform-users': [platformUserList, 'platform_users.view'],
  'messenger-users': [messengerUserList, 'messenger_users.view'],
  groups: [managedGroupList, 'groups.view'],
  contacts: [contactList, 'contacts.view'],
  'permission-profiles': [profileList, 'permission_profiles.view'],
  policies: [policyList, 'policies.view'],
  notifications: [notificationList, 'notifications.view'],
  audit: [auditList, 'audit.view'],
  accounts: [accountList, 'integrations.view'],
  imports: [importList, 'users.import', 'contacts.manage'],
  'change-requests': [changeRequestList, 'policies.view'],
}

/** Whether the actor may open a list. */
export function opensList({ permissions }: Actor, list: ViewedList): boolean {
  const [, ...needs] = lists[list]
  return needs.some((name) => permissions.has(name))
}

/** @throws Failure `view.list-closed` for a list that the actor may not open */
export function requireList(actor: Actor, list: ViewedList): void {
  if (!opensList(actor, list)) throw new Failure('view.list-closed')
}

/** @throws Failure `view.not-understood`, naming the part: ignoring it would widen the question */
export function checkQuestion(list: ViewedList, question: ViewQuestion): void {
  const [spec] = lists[list]
  const { period, search, ...asked } = question
  // A searchable list accepts any words.
  if (search && !spec.search) throw new Failure('view.not-understood', { part: search })
  try {
    parseListQuery(spec, { ...asked, ...(period && period !== 'all' && { period }) })
  } catch (error) {
    if (error instanceof BadToken) throw new Failure('view.not-understood', { part: error.token })
    throw error
  }
}
