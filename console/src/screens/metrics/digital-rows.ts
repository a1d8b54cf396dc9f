import { contactSorts, conversationSorts } from '@verbatim/contract/metric-lists.ts'
import { contactsOf, conversationsOf } from '@verbatim/contract/rows-of.ts'
import type { RowsGroup } from './rows-address.ts'

const ofContacts = {
  sorts: contactSorts,
  sort: '-lastAt',
  takes: (of: string) => contactsOf(of) !== undefined,
} as const

/** The rows of Digital Engagement. */
export const digitalRows: RowsGroup = {
  tab: 'digital-engagement',
  title: 'Contacts and conversations',
  kinds: [
    { rows: 'all', label: 'All contacts', ...ofContacts },
    { rows: 'reached', label: 'Reached', ...ofContacts },
    { rows: 'engaged', label: 'Engaged', ...ofContacts },
    { rows: 'silent', label: 'Silent', ...ofContacts },
    {
      rows: 'conversations',
      label: 'Conversations',
      sorts: conversationSorts,
      sort: '-firstAt',
      takes: (of) => conversationsOf(of) !== undefined,
    },
  ],
}
