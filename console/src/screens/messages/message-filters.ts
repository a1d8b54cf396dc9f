import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { consentNames, consents } from '@verbatim/contract/consents.ts'
import type { Field } from '@verbatim/contract/list-filter.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { offChannelWayNames, offChannelWays } from '@verbatim/contract/off-channel.ts'
import { filterFields, type FilterField, plainField } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf, yesNoOptions } from '@verbatim/ui/options.ts'
import { contentFields, meaningFields, profileWords } from '#lists/meaning-fields.ts'
import {
  soughtAccounts,
  soughtAuthors,
  soughtConversations,
  soughtMessageOwners,
  soughtRecipients,
  soughtVisibleGroups,
} from '#lists/sought-options.ts'
import { useCan } from '#shell/use-app-context.ts'
import { directionNames } from './direction-names.ts'

const { fields } = messageList

const first: readonly FilterField[] = [
  ...filterFields(fields, {
    channelType: { label: 'Channel', options: optionsOf(channels, channelNames) },
  }),
  ...meaningFields(fields),
  ...filterFields(fields, {
    direction: { label: 'Direction', options: optionsOf(fields.direction.values, directionNames) },
  }),
]

const last: readonly FilterField[] = [
  ...filterFields(fields, {
    'persons.displayName': 'From',
    messageBody: 'Content',
    subject: 'Subject',
  }),
  ...contentFields(fields),
  ...filterFields(fields, {
    attachmentCount: 'Attachments',
    promiseKept: { label: 'Promise kept', options: yesNoOptions },
    promiseDue: 'Promise due',
    offChannel: { label: 'Off-channel', options: optionsOf(offChannelWays, offChannelWayNames) },
    consent: { label: 'Consent', options: optionsOf(consents, consentNames) },
    isEdited: { label: 'Edited', options: yesNoOptions },
    isDeleted: { label: 'Deleted', options: yesNoOptions },
    isAutomatic: { label: 'Automatic', options: yesNoOptions },
    isMirror: { label: 'Further copy', options: yesNoOptions },
    isLate: { label: 'Arrived late', options: yesNoOptions },
    isUncovered: { label: 'Not covered by a policy', options: yesNoOptions },
    capturedDate: 'Captured',
    postedDate: 'Posted',
  }),
]

const people: readonly FilterField[] = filterFields(fields, {
  groupId: { label: 'Group', sought: soughtVisibleGroups },
  ownerId: { label: 'Owner', sought: soughtMessageOwners },
  authorId: { label: 'Written by', sought: soughtAuthors },
  recipientId: { label: 'To', sought: soughtRecipients },
  accountId: { label: 'Account', sought: soughtAccounts },
  conversationId: { label: 'Conversation', sought: soughtConversations },
  permissionProfileId: profileWords,
})

const worded: readonly FilterField[] = [...first, ...people, ...last]

/** The fields by which messages can be filtered. Groups, accounts and people are found by the server. */
export const messageFilters: readonly FilterField[] = [
  ...worded,
  ...Object.entries<Field>(fields)
    .filter(([name, { filter }]) => filter !== false && !worded.some(({ key }) => key === name))
    .map(([name, field]) => plainField(name, field)),
]

/** The fields that this reader may use. */
export function useMessageFilters(): readonly FilterField[] {
  const seesProfiles = useCan('permission_profiles.view')
  const seesCoverage = useCan('metrics.compliance')
  return messageFilters.filter(
    ({ key }) => (seesProfiles || key !== 'permissionProfileId') && (seesCoverage || key !== 'isUncovered'),
  )
}
