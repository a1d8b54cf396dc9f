import type { ArchiveMailEvent } from '@verbatim/contract/archive-mails.ts'
import type {
  archiveAddresses,
  archiveDeliveries,
  archiveExtras,
  archiveFormats,
  archiveOversizes,
  archiveSecurities,
  archiveSignIns,
  ArchivingMode,
} from '@verbatim/contract/archiving.ts'

type Words<Values extends readonly string[]> = Readonly<Record<Values[number], string>>

export const modeNames: Readonly<Record<ArchivingMode, string>> = { off: 'Off', paused: 'Paused', on: 'On' }

export const securityNames: Words<typeof archiveSecurities> = {
  starttls_required: 'STARTTLS, required',
  tls: 'TLS from the start',
  'none-with-warning': 'None',
}

export const signInNames: Words<typeof archiveSignIns> = {
  none: 'None',
  plain: 'PLAIN',
  login: 'LOGIN',
  xoauth2: 'XOAUTH2',
}

export const deliveryNames: Words<typeof archiveDeliveries> = {
  per_message: 'One for each message and change',
  conversation_day: 'One for each conversation and day',
}

export const extraNames: Words<typeof archiveExtras> = {
  membership: 'Members who join or leave',
  receipt: 'Delivery and read receipts',
}

export const formatNames: Words<typeof archiveFormats> = {
  eml: 'The email itself',
  journal_wrapped: 'Journal report, with the email attached',
  global_relay: 'Global Relay',
}

export const addressNames: Words<typeof archiveAddresses> = {
  real_email: 'Their email address, if we know it',
  number_at_channel: 'Always their number on the channel',
}

export const oversizeNames: Words<typeof archiveOversizes> = {
  split: 'Split into numbered parts',
  link: 'Leave out large files and link to them',
}

export const eventNames: Readonly<Record<ArchiveMailEvent, string>> = {
  message: 'Message',
  edit: 'Edit',
  delete: 'Deletion',
  reaction: 'Reaction',
  membership: 'Change of members',
  receipt: 'Receipt',
  day: 'Conversation and day',
}
