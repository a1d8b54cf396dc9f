import { channelNames, channels } from '@verbatim/contract/channels.ts'
import type { Field } from '@verbatim/contract/list-filter.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { type FilterField, plainField } from '@verbatim/ui/filter-words.ts'
import { contentWord } from '@verbatim/ui/message-words.ts'
import { type Option, optionsOf } from '@verbatim/ui/options.ts'
import { meaningFields } from '#lists/meaning-fields.ts'
import {
  soughtAccounts,
  soughtAuthors,
  soughtMessageOwners,
  soughtVisibleGroups,
} from '#lists/sought-options.ts'
import { directionNames } from './direction-names.ts'

const { fields } = messageList
const { sourceType } = fields

const first: readonly FilterField[] = [
  {
    key: 'channelType',
    label: 'Channel',
    field: fields.channelType,
    options: optionsOf(channels, channelNames),
  },
  ...meaningFields(fields),
  {
    key: 'direction',
    label: 'Direction',
    field: fields.direction,
    options: optionsOf(fields.direction.values, directionNames),
  },
]

const yesNo: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

const last: readonly FilterField[] = [
  { key: 'persons.displayName', label: 'From', field: fields['persons.displayName'] },
  { key: 'messageBody', label: 'Content', field: fields.messageBody },
  { key: 'subject', label: 'Subject', field: fields.subject },
  {
    key: 'sourceType',
    label: 'Kind of content',
    field: sourceType,
    options: sourceType.values.map((value) => ({
      value,
      label: value === 'text' ? 'Text' : value === 'unsupported' ? 'Not supported' : contentWord(value),
    })),
  },
  { key: 'attachmentCount', label: 'Attachments', field: fields.attachmentCount },
  { key: 'isEdited', label: 'Edited', field: fields.isEdited, options: yesNo },
  { key: 'isDeleted', label: 'Deleted', field: fields.isDeleted, options: yesNo },
  { key: 'capturedDate', label: 'Captured', field: fields.capturedDate },
  { key: 'postedDate', label: 'Posted', field: fields.postedDate },
  { key: 'conversationId', label: 'Conversation', field: fields.conversationId, linkedOnly: true },
]

const people: readonly FilterField[] = [
  { key: 'groupId', label: 'Group', field: fields.groupId, sought: soughtVisibleGroups },
  { key: 'ownerId', label: 'Owner', field: fields.ownerId, sought: soughtMessageOwners },
  { key: 'authorId', label: 'Written by', field: fields.authorId, sought: soughtAuthors },
  { key: 'accountId', label: 'Account', field: fields.accountId, sought: soughtAccounts },
]

const worded: readonly FilterField[] = [...first, ...people, ...last]

/** The fields by which messages can be filtered. Groups, accounts and people are found by the server. */
export const messageFilters: readonly FilterField[] = [
  ...worded,
  ...Object.entries<Field>(fields)
    .filter(([name, { filter }]) => filter !== false && !worded.some(({ key }) => key === name))
    .map(([name, field]) => plainField(name, field)),
]
