/** The columns of the message list's fields, for the database functions that search it. */
import { messageList } from '@verbatim/contract/messages.ts'
import { scopeFunction } from '#access/scope-functions.ts'
import { listFunctions } from '#platform/list/functions.ts'
import {
  at,
  flag,
  foundIn,
  inWords,
  mostlyZero,
  type SearchedList,
  testedBy,
  testedFirstBy,
} from '#platform/list/searched.ts'
import type { MessageTable } from '#schema/messages.ts'
import { textOfCondition } from '#schema/said.ts'

export const messageFields = foundIn<MessageTable>()(messageList.fields, 'm', {
  postedDate: at('m.posted_at', 'timestamptz'),
  capturedDate: at('m.captured_at', 'timestamptz'),
  'persons.displayName': at('coalesce(m.author_name, m.author_address)'),
  channelType: at('m.channel'),
  categoryId: at('m.category'),
  groupId: testedBy('searched_group(tenant, test, vals::uuid[])', 'm.group_ids'),
  ownerId: testedBy('searched_owner(tenant, test, vals::uuid[])', 'm.author_user_id'),
  authorId: testedFirstBy(
    'searched_author(tenant, test, vals::uuid[])',
    'coalesce(m.author_user_id, m.author_contact_id)',
  ),
  recipientId: testedBy('searched_recipient(tenant, test, vals::uuid[])', 'm.id'),
  conversationId: testedFirstBy('searched_conversation(tenant, test, vals::uuid[])', 'm.conversation_id'),
  messageBody: inWords('m.body'),
  subject: inWords('m.subject'),
  sourceType: at('m.content_type'),
  attachmentCount: mostlyZero('m.attachment_count'),
  hasFiles: flag('m.attachment_count > 0'),
  readingState: testedBy('searched_reading(tenant, test, vals)', 'm.attachment_count'),
  permissionProfileId: testedBy('searched_profile(tenant, test, vals::uuid[])', 'm.group_ids'),
  themeId: testedBy('searched_theme(tenant, test, vals::uuid[])', 'm.id'),
  subthemeId: testedBy('searched_subtheme(tenant, test, vals::uuid[])', 'm.id'),
  promiseKept: testedBy("searched_promise_kept(tenant, test, vals, condition -> 'scope')", 'm.id'),
  promiseDue: testedBy('searched_promise_due(tenant, test, vals)', 'm.id'),
  offChannel: testedBy('searched_off_channel(tenant, test, vals)', 'm.id'),
  consent: testedBy('searched_consent(test, vals)', textOfCondition('consentOf', 'm')),
  isEdited: flag('m.edited_at is not null'),
  isDeleted: flag('m.deleted_at is not null'),
  isAutomatic: flag(textOfCondition('isAutomatic', 'm')),
  isMirror: flag(textOfCondition('isMirror', 'm')),
  isLate: flag(textOfCondition('isLate', 'm')),
  isUncovered: flag('m.is_covered is false'),
})

const list: SearchedList = {
  prefix: 'searched',
  rows: 'Messages',
  alias: 'm',
  fields: messageList.fields,
  found: messageFields,
  newest: 'postedDate',
  words: 'public.searched_words(tenant, question)',
  inParts: true,
}

/** The functions that `find_messages` and similar functions use to build a question. */
export const messageListFunctions = (): string[] => [
  scopeFunction({
    name: 'searched_scope',
    alias: 'm',
    // Messages share few sets of groups, and a whole set is one value in an index.
    indexed: { groupIds: 'public.searched_groups(tenant, vals::uuid[])' },
  }),
  ...listFunctions(list),
]
