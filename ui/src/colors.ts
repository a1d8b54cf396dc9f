/** The look of every meaning: its colour, word and icon. Colour is never the only sign. Source: docs/rules/look.md. */
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
  IconShieldLock,
  IconThumbUp,
  IconUrgent,
} from '@tabler/icons-react'
import { type Category, categoryNames } from '@verbatim/contract/categories.ts'
import { type Channel, channelNames } from '@verbatim/contract/channels.ts'
import { type EventStatus, statusNames } from '@verbatim/contract/event-status.ts'
import { type Severity, severityNames } from '@verbatim/contract/severities.ts'

/** The possible looks of a meaning; `Badge.module.css` gives each its colours in both schemes. */
const tones = ['grey', 'dark-grey', 'violet', 'blue', 'red', 'green', 'amber', 'indigo'] as const
export type Tone = (typeof tones)[number]

export interface Meaning {
  readonly label: string
  readonly tone: Tone
  readonly icon: Icon
}

export const categoryMeanings: Record<Category, Meaning> = {
  question: { label: categoryNames.question, tone: 'violet', icon: IconHelp },
  request: { label: categoryNames.request, tone: 'blue', icon: IconMessage2 },
  complaint: { label: categoryNames.complaint, tone: 'red', icon: IconAlertTriangle },
  compliment: { label: categoryNames.compliment, tone: 'green', icon: IconThumbUp },
  other: { label: categoryNames.other, tone: 'grey', icon: IconCircle },
}

/** The same three words for messages (urgency) and cognitive events (severity). */
export const levelMeanings: Record<Severity, Meaning> = {
  low: { label: severityNames.low, tone: 'grey', icon: IconChevronDown },
  medium: { label: severityNames.medium, tone: 'amber', icon: IconMinus },
  high: { label: severityNames.high, tone: 'red', icon: IconChevronUp },
}

export const statusMeanings: Record<EventStatus, Meaning> = {
  new: { label: statusNames.new, tone: 'grey', icon: IconCircleDotted },
  in_review: { label: statusNames.in_review, tone: 'blue', icon: IconEye },
  escalated: { label: statusNames.escalated, tone: 'red', icon: IconArrowUpCircle },
  resolved: { label: statusNames.resolved, tone: 'green', icon: IconCircleCheck },
  dismissed: { label: statusNames.dismissed, tone: 'dark-grey', icon: IconCircleX },
}

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

/** A channel has an icon and a name, but no colour, so that colours stay free for meanings. */
export function channelMeaning(channel: Channel): Meaning {
  return { label: channelNames[channel], tone: 'grey', icon: channelIcons[channel] }
}

export const blockedMeaning: Meaning = { label: 'Blocked', tone: 'red', icon: IconUrgent }
export const notEvaluatedMeaning: Meaning = { label: 'Not evaluated', tone: 'amber', icon: IconHelp }
