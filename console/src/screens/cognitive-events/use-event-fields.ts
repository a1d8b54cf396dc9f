import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import {
  dispositionNames,
  dispositions,
  precedentNames,
  precedents,
  statuses,
  statusNames,
} from '@verbatim/contract/event-status.ts'
import { severities, severityNames } from '@verbatim/contract/severities.ts'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { contentFields, meaningFields, profileField } from '#lists/meaning-fields.ts'
import { soughtOwners } from '#lists/owner-options.ts'
import { soughtAuthors, soughtConversations, soughtVisibleGroups } from '#lists/sought-options.ts'
import { soughtPolicies } from '#lists/policy-options.ts'
import { useCan } from '#shell/use-app-context.ts'
import { soughtAssignees, soughtDeciders } from './assignees.ts'
import { knownEvents } from './known-events.ts'

const { fields } = cognitiveEventList

const fixed: readonly FilterField[] = [
  {
    key: 'status',
    label: 'Status',
    field: fields.status,
    options: optionsOf(statuses, statusNames),
  },
  {
    key: 'severity',
    label: 'Severity',
    field: fields.severity,
    options: optionsOf(severities, severityNames),
  },
  {
    key: 'channelType',
    label: 'Channel',
    field: fields.channelType,
    options: optionsOf(channels, channelNames),
  },
  {
    key: 'disposition',
    label: 'Disposition',
    field: fields.disposition,
    options: optionsOf(dispositions, dispositionNames),
  },
  {
    key: 'precedent',
    label: 'Precedent',
    field: fields.precedent,
    options: optionsOf(precedents, precedentNames),
  },
  ...meaningFields(fields),
  ...contentFields(fields),
]

const assignee: FilterField = {
  key: 'assigneeId',
  label: 'Assignee',
  field: fields.assigneeId,
  sought: soughtAssignees,
}

const decidedBy: FilterField = {
  key: 'decidedById',
  label: 'Decided by',
  field: fields.decidedById,
  sought: soughtDeciders,
}

const group: FilterField = {
  key: 'groupId',
  label: 'Group',
  field: fields.groupId,
  sought: soughtVisibleGroups,
}

const rest: readonly FilterField[] = [
  { key: 'persons.displayName', label: 'From', field: fields['persons.displayName'] },
  { key: 'messageBody', label: 'Message text', field: fields.messageBody },
  { key: 'evidenceCount', label: 'Evidence', field: fields.evidenceCount },
  { key: 'similarTo', label: 'Similar to', field: fields.similarTo, sought: knownEvents, linkedOnly: true },
  { key: 'messageId', label: 'Message', field: fields.messageId, linkedOnly: true },
]

/** The fields by which events can be filtered; policies and people by their names. */
export function useEventFields(): readonly FilterField[] {
  const canViewPolicies = useCan('policies.view')
  const canViewPeople = useCan('messenger_users.view')
  const canViewMessages = useCan('messages.view')
  const canViewProfiles = useCan('permission_profiles.view')
  const policy = {
    key: 'policyId',
    label: 'Policy',
    field: fields.policyId,
    sought: soughtPolicies,
    // A user who may not see policies has none to choose from.
    ...(!canViewPolicies && { linkedOnly: true as const }),
  }
  const author = {
    key: 'ownerId',
    label: 'Author',
    field: fields.ownerId,
    sought: soughtOwners,
    ...(!canViewPeople && { linkedOnly: true as const }),
  }
  const conversation = {
    key: 'conversationId',
    label: 'Conversation',
    field: fields.conversationId,
    ...(canViewMessages ? { sought: soughtConversations } : { linkedOnly: true as const }),
  }
  const writtenBy = {
    key: 'authorId',
    label: 'Written by',
    field: fields.authorId,
    ...(canViewMessages ? { sought: soughtAuthors } : { linkedOnly: true as const }),
  }
  const profile = {
    ...profileField(fields),
    ...(!canViewProfiles && { linkedOnly: true as const }),
  }
  return [...fixed, policy, assignee, decidedBy, author, writtenBy, group, profile, conversation, ...rest]
}
