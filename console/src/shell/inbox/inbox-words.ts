import { gapLastsTexts, gapOverTexts } from '@verbatim/contract/account-gaps.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import type { EventItem, GapItem, InboxItem } from '@verbatim/contract/inbox.ts'
import { formatFilter } from '@verbatim/contract/list-filter.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import { changeRequestHref } from '#lists/change-request-address.ts'

/** Where an item leads: its event, the event's comments, or the reader's or policy's events if it is about many; its change request, import, integration or account. */
export function hrefOf(item: InboxItem, readerId: string): string {
  if ('importId' in item) return `/organization/imports/${item.importId}`
  if ('changeRequestId' in item) return changeRequestHref({ id: item.changeRequestId })
  if ('why' in item) return '/organization/smtp-integration'
  if ('accountId' in item)
    return item.accounts > 1 ? '/integrations' : `/integrations/accounts/${item.accountId}`
  const { kind, eventId, events, policy } = item
  if (kind === 'mentioned' || kind === 'commented') return `/events/${eventId}/comments`
  if (events === 1 || kind === 'unassigned') return `/events/${eventId}`
  const filter = formatFilter([
    kind === 'raised'
      ? { field: 'policyName', operator: 'eq', values: [policy] }
      : { field: 'assigneeId', operator: 'eq', values: [readerId] },
  ])
  return `/events?${new URLSearchParams({ period: 'all', filter })}`
}

/** Whose deed it is; an import's is its file's. */
export const actorOf = (item: InboxItem): string => ('importId' in item ? item.fileName : item.actor)

/** What was done, shown after the actor's name. */
export function deedOf(item: InboxItem): string {
  switch (item.kind) {
    case 'change-requested':
      return 'asks for your approval of a change'
    case 'change-approved':
      return 'approved your change'
    case 'change-rejected':
      return 'rejected your change'
    case 'import-done':
      return 'was imported'
    case 'import-failed':
      return 'was stopped by a problem'
    case 'archiving-fails':
      return 'does not work: the archive accepts no email'
    case 'archiving-works':
      return 'works again'
    case 'gap-lasts':
    case 'gap-over':
      return gapDeedOf(item)
    case 'assigned':
    case 'unassigned':
    case 'moved':
    case 'commented':
    case 'mentioned':
    case 'raised':
      return eventDeedOf(item)
  }
}

function gapDeedOf({ kind, gap, accounts }: GapItem): string {
  const texts = kind === 'gap-lasts' ? gapLastsTexts : gapOverTexts
  if (accounts <= 1) return texts[gap]
  const others = `and ${accounts - 1} other ${accounts === 2 ? 'account' : 'accounts'}`
  return kind === 'gap-lasts' ? `${others} may miss messages` : `${others} had gaps, which are over`
}

function eventDeedOf({ kind, events }: Pick<EventItem, 'kind' | 'events'>): string {
  const many = events > 1
  switch (kind) {
    case 'assigned':
      return many ? `assigned ${events} events to you` : 'assigned an event to you'
    case 'unassigned':
      return many ? `unassigned you from ${events} events` : 'unassigned you from an event'
    case 'moved':
      return many ? `changed the status of ${events} of your events` : 'changed the status of your event'
    case 'commented':
      return 'commented on your event'
    case 'mentioned':
      return 'mentioned you in a comment'
    case 'raised':
      return many ? `raised ${events} new events` : 'raised a new event'
  }
}

/** What it is about: a name, and in words what that is. */
export function aboutOf(item: InboxItem): { readonly name?: string; readonly words: string } {
  if ('importId' in item) return { words: 'Import' }
  if ('changeRequestId' in item) return { name: item.target, words: 'Change request' }
  if ('why' in item)
    return { ...(item.kind === 'archiving-fails' && { name: item.why }), words: 'SMTP Integration' }
  if ('accountId' in item) return { words: `${channelNames[item.channel]} account` }
  return { name: item.policy, words: severityNames[item.severity] }
}
