import { channelNames, channels } from '@verbatim/contract/channels.ts'
import type { Field } from '@verbatim/contract/list-filter.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { type FilterField, plainField } from '@verbatim/ui/filter-words.ts'
import { optionsOf, yesNoOptions } from '@verbatim/ui/options.ts'
import { contentFields, meaningFields, profileField } from '#lists/meaning-fields.ts'
import {
  soughtAccounts,
  soughtAuthors,
  soughtConversations,
  soughtMessageOwners,
  soughtSubthemes,
  soughtVisibleGroups,
} from '#lists/sought-options.ts'
import { useCan } from '#shell/use-app-context.ts'
import { directionNames } from './direction-names.ts'

const { fields } = messageList

const first: readonly FilterField[] = [
  {
    key: 'channelType',
    label: 'Channel',
    field: fields.channelType,
    options: optionsOf(channels, channelNames),
  },
  ...meaningFields(fields),
  { key: 'subthemeId', label: 'Sub-theme', field: fields.subthemeId, sought: soughtSubthemes },
  {
    key: 'direction',
    label: 'Direction',
    field: fields.direction,
    options: optionsOf(fields.direction.values, directionNames),
  },
]

const last: readonly FilterField[] = [
  { key: 'persons.displayName', label: 'From', field: fields['persons.displayName'] },
  { key: 'messageBody', label: 'Content', field: fields.messageBody },
  { key: 'subject', label: 'Subject', field: fields.subject },
  ...contentFields(fields),
  { key: 'attachmentCount', label: 'Attachments', field: fields.attachmentCount },
  { key: 'promiseKept', label: 'Promise kept', field: fields.promiseKept, options: yesNoOptions },
  { key: 'promiseDue', label: 'Promise due', field: fields.promiseDue },
  { key: 'isEdited', label: 'Edited', field: fields.isEdited, options: yesNoOptions },
  { key: 'isDeleted', label: 'Deleted', field: fields.isDeleted, options: yesNoOptions },
  { key: 'isAutomatic', label: 'Automatic', field: fields.isAutomatic, options: yesNoOptions },
  { key: 'capturedDate', label: 'Captured', field: fields.capturedDate },
  { key: 'postedDate', label: 'Posted', field: fields.postedDate },
]

const people: readonly FilterField[] = [
  { key: 'groupId', label: 'Group', field: fields.groupId, sought: soughtVisibleGroups },
  { key: 'ownerId', label: 'Owner', field: fields.ownerId, sought: soughtMessageOwners },
  { key: 'authorId', label: 'Written by', field: fields.authorId, sought: soughtAuthors },
  { key: 'accountId', label: 'Account', field: fields.accountId, sought: soughtAccounts },
  {
    key: 'conversationId',
    label: 'Conversation',
    field: fields.conversationId,
    sought: soughtConversations,
  },
]

const profile = profileField(fields)

const worded: readonly FilterField[] = [...first, ...people, profile, ...last]

/** The fields by which messages can be filtered. Groups, accounts and people are found by the server. */
export const messageFilters: readonly FilterField[] = [
  ...worded,
  ...Object.entries<Field>(fields)
    .filter(([name, { filter }]) => filter !== false && !worded.some(({ key }) => key === name))
    .map(([name, field]) => plainField(name, field)),
]

/** The fields that this reader may use. */
export function useMessageFilters(): readonly FilterField[] {
  const mayKnow = useCan('permission_profiles.view')
  return mayKnow ? messageFilters : messageFilters.filter(({ key }) => key !== profile.key)
}
