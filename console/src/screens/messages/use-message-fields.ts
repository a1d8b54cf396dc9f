import { useQuery } from '@tanstack/react-query'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import type { Field } from '@verbatim/contract/list-filter.ts'
import { type Message, messageList, type MessageSources } from '@verbatim/contract/messages.ts'
import { type FilterField, plainField } from '@verbatim/ui/filter-words.ts'
import { contentWord } from '@verbatim/ui/message-words.ts'
import { type Option, optionsOf } from '@verbatim/ui/options.ts'
import { groupNamesQuery } from '#lists/group-names.ts'
import { meaningFields } from '#lists/meaning-fields.ts'
import { useApi } from '#shell/use-app-context.ts'
import { directionNames } from './direction-names.ts'
import { sourcesQuery } from './queries.ts'

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

/**
 * The fields by which messages can be filtered. Groups, accounts and their owners come from the API, and authors from the
 * names among the rows.
 */
export function useMessageFields(rows: readonly Message[]): readonly FilterField[] {
  const api = useApi()
  const { data: groups = [] } = useQuery(groupNamesQuery(api))
  const { data: { accounts, owners } = noSources } = useQuery(sourcesQuery(api))
  const writers = rows.flatMap(({ author: { name, userId, contactId } }) => {
    const id = userId ?? contactId
    return id ? { id, name } : []
  })
  const representatives = rows.flatMap(({ author: { name, userId } }) => (userId ? { id: userId, name } : []))
  const worded: readonly FilterField[] = [
    ...first,
    { key: 'groupId', label: 'Group', field: fields.groupId, options: byName(groups) },
    {
      key: 'ownerId',
      label: 'Owner',
      field: fields.ownerId,
      options: byName([...owners, ...representatives]),
    },
    { key: 'authorId', label: 'Written by', field: fields.authorId, options: byName(writers) },
    { key: 'accountId', label: 'Account', field: fields.accountId, options: byName(accounts) },
    ...last,
  ]
  const further = Object.entries<Field>(fields).filter(
    ([name, { filter }]) => filter !== false && !worded.some(({ key }) => key === name),
  )
  return [...worded, ...further.map(([name, field]) => plainField(name, field))]
}

const noSources: MessageSources = { accounts: [], owners: [] }

/** Each once, in the order of their names. */
function byName(named: readonly { readonly id: string; readonly name: string }[]): Option[] {
  const once = new Map(named.map(({ id, name }) => [id, name]))
  return [...once]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
