/** What every meaning looks like: its colour, its word, its icon. Colour never speaks alone. Source: spec §3, visual.md. */
import {
  type Icon,
  IconAlertTriangle,
  IconArchive,
  IconArrowUpCircle,
  IconBrandTelegram,
  IconBrandWechat,
  IconBrandWhatsapp,
  IconChevronDown,
  IconChevronUp,
  IconCircle,
  IconCircleCheck,
  IconCircleDotted,
  IconCircleX,
  IconDeviceMobileMessage,
  IconEye,
  IconHelp,
  IconMessage,
  IconMessage2,
  IconMinus,
  IconMoodSmile,
  IconShieldLock,
  IconThumbUp,
  IconUrgent,
} from '@tabler/icons-react'
import { type Channel, channelNames } from '@verbatim/contract/channels.ts'

/** The looks a meaning may have; `Badge.module.css` gives each its colours in both schemes. */
export const tones = ['grey', 'dark-grey', 'violet', 'blue', 'red', 'green', 'amber', 'indigo'] as const
export type Tone = (typeof tones)[number]

export interface Meaning {
  readonly label: string
  readonly tone: Tone
  readonly icon: Icon
}

export const categoryMeanings = {
  question: { label: 'Question', tone: 'violet', icon: IconHelp },
  request: { label: 'Request', tone: 'blue', icon: IconMessage2 },
  complaint: { label: 'Complaint', tone: 'red', icon: IconAlertTriangle },
  compliment: { label: 'Compliment', tone: 'green', icon: IconThumbUp },
  other: { label: 'Other', tone: 'grey', icon: IconCircle },
} as const satisfies Record<string, Meaning>
export type CategoryName = keyof typeof categoryMeanings

/** Of messages (urgency) and of cognitive events (severity): the same three words. */
export const levelMeanings = {
  low: { label: 'Low', tone: 'grey', icon: IconChevronDown },
  medium: { label: 'Medium', tone: 'amber', icon: IconMinus },
  high: { label: 'High', tone: 'red', icon: IconChevronUp },
} as const satisfies Record<string, Meaning>
export type LevelName = keyof typeof levelMeanings

export const statusMeanings = {
  new: { label: 'New', tone: 'grey', icon: IconCircleDotted },
  in_review: { label: 'In Review', tone: 'blue', icon: IconEye },
  escalated: { label: 'Escalated', tone: 'red', icon: IconArrowUpCircle },
  resolved: { label: 'Resolved', tone: 'green', icon: IconCircleCheck },
  dismissed: { label: 'Dismissed', tone: 'dark-grey', icon: IconCircleX },
} as const satisfies Record<string, Meaning>
export type StatusName = keyof typeof statusMeanings

const channelIcons: Record<Channel, Icon> = {
  imessage: IconMessage,
  proofpoint: IconArchive,
  signal: IconShieldLock,
  sms: IconDeviceMobileMessage,
  telegram: IconBrandTelegram,
  wecom: IconBrandWechat,
  whatsapp: IconBrandWhatsapp,
  whatsappnative: IconBrandWhatsapp,
}

/** A channel is told by its icon and name; it has no colour of its own, which stays free for what matters. */
export function channelMeaning(channel: Channel): Meaning {
  return { label: channelNames[channel], tone: 'grey', icon: channelIcons[channel] }
}

export const blockedMeaning: Meaning = { label: 'Blocked', tone: 'red', icon: IconUrgent }
export const reactionMeaning: Meaning = { label: 'Reaction', tone: 'grey', icon: IconMoodSmile }
