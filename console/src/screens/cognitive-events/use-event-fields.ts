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
import { filterFields, type FilterField } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { contentFields, meaningFields, profileWords } from '#lists/meaning-fields.ts'
import { soughtOwners } from '#lists/owner-options.ts'
import { soughtAuthors, soughtConversations, soughtVisibleGroups } from '#lists/sought-options.ts'
import { soughtPolicies } from '#lists/policy-options.ts'
import { useCan } from '#shell/use-app-context.ts'
import { soughtAssignees, soughtDeciders } from './assignees.ts'
import { knownEvents } from '#screens/cognitive-events/queue/known-events.ts'

const { fields } = cognitiveEventList

const fixed: readonly FilterField[] = [
  ...filterFields(fields, {
    status: { label: 'Status', options: optionsOf(statuses, statusNames) },
    severity: { label: 'Severity', options: optionsOf(severities, severityNames) },
    channelType: { label: 'Channel', options: optionsOf(channels, channelNames) },
    disposition: { label: 'Disposition', options: optionsOf(dispositions, dispositionNames) },
    precedent: { label: 'Precedent', options: optionsOf(precedents, precedentNames) },
  }),
  ...meaningFields(fields),
  ...contentFields(fields),
]

const rest: readonly FilterField[] = filterFields(fields, {
  'persons.displayName': 'From',
  messageBody: 'Message text',
  evidenceCount: 'Evidence',
  similarTo: { label: 'Similar to', sought: knownEvents, linkedOnly: true },
  messageId: { label: 'Message', linkedOnly: true },
})

/** The fields by which events can be filtered; policies and people by their names. */
export function useEventFields(): readonly FilterField[] {
  const canViewPolicies = useCan('policies.view')
  const canViewPeople = useCan('messenger_users.view')
  const canViewMessages = useCan('messages.view')
  const canViewProfiles = useCan('permission_profiles.view')
  return [
    ...fixed,
    ...filterFields(fields, {
      policyId: { label: 'Policy', sought: soughtPolicies, ...linkedUnless(canViewPolicies) },
      assigneeId: { label: 'Assignee', sought: soughtAssignees },
      decidedById: { label: 'Decided by', sought: soughtDeciders },
      ownerId: { label: 'Owner', sought: soughtOwners, ...linkedUnless(canViewPeople) },
      authorId: { label: 'Written by', sought: soughtAuthors, ...linkedUnless(canViewMessages) },
      groupId: { label: 'Group', sought: soughtVisibleGroups },
      permissionProfileId: { ...profileWords, ...linkedUnless(canViewProfiles) },
      conversationId: {
        label: 'Conversation',
        sought: soughtConversations,
        ...linkedUnless(canViewMessages),
      },
    }),
    ...rest,
  ]
}

/** A user who may not see what could be chosen has none to choose from. */
const linkedUnless = (canView: boolean) => ({ ...(!canView && { linkedOnly: true as const }) })
