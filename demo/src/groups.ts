import type { DemoGroup, DeskKey } from './organization.ts'

/** The conversation groups: one per desk. */
export const groups: readonly DemoGroup[] = [
  {
    key: 'london',
    name: 'London Private Clients',
    description: 'Families and professionals in the United Kingdom and Ireland',
    sharedConversationHistory: true,
  },
  {
    key: 'new-york',
    name: 'New York Family Office',
    description: 'Family offices and foundations on the East Coast',
    sharedConversationHistory: false,
  },
  {
    key: 'iberia',
    name: 'Iberia & Latin America',
    description: 'Spanish- and Portuguese-speaking clients',
    sharedConversationHistory: true,
  },
  {
    key: 'dach',
    name: 'DACH Desk',
    description: 'Germany, Austria and Switzerland',
    sharedConversationHistory: true,
  },
  {
    key: 'france',
    name: 'France & Benelux',
    description: 'French-speaking clients in France, Belgium and Luxembourg',
    sharedConversationHistory: true,
  },
  {
    key: 'asia',
    name: 'Asia Desk',
    description: 'Greater China and Japan, mostly on WeCom',
    sharedConversationHistory: true,
  },
  {
    key: 'gulf',
    name: 'Gulf & Entrepreneurs',
    description: 'Business owners in the Gulf and founders after a sale',
    sharedConversationHistory: false,
  },
  {
    key: 'service',
    name: 'Client Services',
    description: 'Payments, documents, statements and the client portal',
    sharedConversationHistory: true,
  },
]

/** Hours between the desk's clock and UTC. Daylight saving is ignored: the demo does not need exact hours. */
export const deskOffsets: Record<DeskKey, number> = {
  london: 0,
  'new-york': -5,
  iberia: 1,
  dach: 1,
  france: 1,
  asia: 8,
  gulf: 4,
  service: 0,
}
