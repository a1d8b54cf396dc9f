import { channels } from '@verbatim/contract/channels.ts'
import type { DemoProfile } from './organization.ts'

/** Permission profiles: who reads which channels of which groups. */
export const profiles: readonly DemoProfile[] = [
  {
    key: 'everything',
    name: 'All channels, all groups',
    description: 'All messages, including conversations without a group',
    channels,
    groupKeys: 'all',
    memberKeys: ['admin', 'operations', 'compliance-head', 'compliance-officer'],
  },
  {
    key: 'asia-supervision',
    name: 'Asia supervision',
    description: 'The Asia Desk on every channel it uses',
    channels: ['wecom', 'whatsapp', 'whatsappnative', 'imessage', 'sms', 'proofpoint'],
    groupKeys: ['asia'],
    memberKeys: ['compliance-asia'],
  },
  {
    key: 'gulf-supervision',
    name: 'Gulf second reader',
    description: 'A second pair of eyes on Gulf & Entrepreneurs',
    channels: ['whatsapp', 'whatsappnative', 'signal'],
    groupKeys: ['gulf'],
    memberKeys: ['compliance-asia'],
  },
  {
    key: 'london-line',
    name: 'London line management',
    description: 'For the manager of London Private Clients',
    channels,
    groupKeys: ['london'],
    memberKeys: ['manager-london'],
  },
  {
    key: 'europe-analysis',
    name: 'Europe analysis',
    description: 'Messaging channels of the European desks, without email',
    channels: ['sms', 'whatsapp', 'whatsappnative', 'telegram', 'imessage'],
    groupKeys: ['london', 'iberia', 'dach', 'france'],
    memberKeys: ['analyst'],
  },
]
