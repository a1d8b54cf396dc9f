import { Channel } from '@verbatim/contract/channels.ts'
import { contactSorts, conversationSorts } from '@verbatim/contract/dashboards.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import { conversationsOf } from '@verbatim/contract/rows-of.ts'
import type { RowsGroup } from './rows-address.ts'

const isChannel = (of: string) => Channel.safeParse(of).success
const isPerson = (of: string) => UserId.safeParse(of).success
const ofContacts = { sorts: contactSorts, sort: '-lastAt', takes: isChannel } as const

/** The rows of Digital Engagement. */
export const digitalRows: RowsGroup = {
  tab: 'digital-engagement',
  title: 'Contacts and conversations',
  kinds: [
    { rows: 'all', label: 'All contacts', ...ofContacts },
    { rows: 'reached', label: 'Reached', ...ofContacts, takes: (of) => isChannel(of) || isPerson(of) },
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
