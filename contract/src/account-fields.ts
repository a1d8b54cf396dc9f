/** What an administrator enters to connect an account, by its channel. Source: docs/rules/channels.md. */
import type { ConnectableChannel } from './channels.ts'
import { headerFields } from './header-fields.ts'
import type { LinkStep } from './link-steps.ts'

/** How an account is named at its provider. `made` is an address that Verbatim gives out, `id` the provider's own name for it. */
export type AccountAddressKind = 'phone' | 'phone-or-email' | 'id' | 'made'

/**
 * One value that a connector needs, under the name by which it reads it. A `secret` is never shown again, and neither are `keys`:
 * private keys, which join those that were entered before.
 */
export interface AccountField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** `headers` are lines of `header-lines.ts`. */
  readonly kind: 'url' | 'secret' | 'keys' | 'lines' | 'headers' | 'yes-no'
  readonly isRequired?: true
  /** What `lines` are, in the singular. */
  readonly one?: string
  /** Of `headers`: they may name an app. */
  readonly namesApp?: true
  /** A secret that people may have made for them. */
  readonly canBeMade?: true
}

export interface AccountEntry {
  readonly address: AccountAddressKind
  /** Where its address is found, if the kind does not say it. */
  readonly addressHint?: string
  readonly fields: readonly AccountField[]
  /** What to know before the first step. */
  readonly before?: readonly string[]
  /** What to do at the provider, before and after. */
  readonly steps: readonly string[]
  /** The same for the owner, on the page where they link it. */
  readonly ownerBefore?: readonly string[]
  readonly ownerSteps?: readonly string[]
  /** The kinds of step that its owner can choose from when they link it, the usual one first. */
  readonly linkChoices?: readonly Exclude<LinkStep['kind'], 'open' | 'form'>[]
  /** Its fields may be left to its owner, who enters them on the page of a mailed link. */
  readonly ownerEnters?: true
}

interface AccountForm extends AccountEntry {
  /** Accounts of this channel are sources, which have the fields and receive, or accounts of people through one of them. */
  readonly source?: AccountSourceForm
}

interface AccountSourceForm {
  /** What people call a source, and the account of a person. */
  readonly label: string
  readonly personLabel: string
  /** What people call the choice of a source, in one word. */
  readonly field: string
  readonly hint: string
  /** Of a person's account. `made` until its owner has linked it. */
  readonly address: AccountAddressKind
  /** What its owner does, as administrators read it. */
  readonly steps: readonly string[]
  readonly ownerSteps?: readonly string[]
}

export const accountForms: Record<ConnectableChannel, AccountForm> = {
  imessage: {
    address: 'phone-or-email',
    fields: [
      {
        name: 'serverUrl',
        label: 'Agent address',
        hint: 'The address of BlueBubbles Server on the owner’s Mac, such as https://mac.example.com',
        kind: 'url',
        isRequired: true,
      },
      { name: 'password', label: 'Agent password', kind: 'secret', isRequired: true },
    ],
    steps: [
      'Set up BlueBubbles Server on a Mac that is signed in to the owner’s Apple Account.',
      'Give it Full Disk Access, and set “Keep messages” to “Forever” in the Messages app.',
      'Enter its address and password here, or leave both blank: the owner is then emailed a link to a page that asks for them. Verbatim checks that the agent belongs to the number or address above.',
    ],
    ownerEnters: true,
    ownerBefore: [
      'Your organization keeps all messages of the Apple Account on this Mac, private chats too. Connect it only if you agree to that.',
    ],
    ownerSteps: [
      'Set up BlueBubbles Server on a Mac that is signed in to your Apple Account.',
      'Give it Full Disk Access, and set “Keep messages” to “Forever” in the Messages app.',
      'Enter its address and password on this page. The Mac must be signed in with the number or address above.',
    ],
  },
  proofpoint: {
    address: 'made',
    fields: [
      {
        name: 'senders',
        label: 'Allowed senders',
        hint: 'If you leave this blank, every sender that signs in can deliver.',
        kind: 'lines',
        one: 'address or domain',
      },
      {
        name: 'networks',
        label: 'Allowed networks',
        hint: 'For example, 203.0.113.0/24. If you leave this blank, every network can deliver.',
        kind: 'lines',
        one: 'network',
      },
      { name: 'requireTls', label: 'Accept only encrypted connections', kind: 'yes-no' },
      {
        name: 'smtpPassword',
        label: 'Password',
        hint: 'The sending system signs in with the address of the account and this password.',
        kind: 'secret',
        isRequired: true,
        canBeMade: true,
      },
      ...headerFields,
    ],
    steps: [
      'Once the account is saved, its address is shown here.',
      'Enter that address, the mail server and the password in the system that sends the journal. If it asks for a certificate or a fingerprint, use the one shown here.',
      'In Exchange, also set a mailbox for journal reports that can’t be delivered, and leave that mailbox out of journaling.',
      'Send a test email. The account is connected with the first email that arrives.',
    ],
  },
  signal: {
    address: 'phone',
    fields: [],
    before: [
      'Verbatim becomes a linked device of the owner’s Signal app. A phone can have five of them.',
      'Earlier messages are not transferred.',
    ],
    steps: [
      'The owner opens Linked devices in the settings of the app, and scans the QR code that Verbatim shows.',
      'The phone must be online at least once a month.',
    ],
    ownerBefore: [
      'Verbatim becomes a linked device of your Signal app, and your organization keeps what is written there from now on.',
      'Earlier messages are not transferred.',
    ],
    ownerSteps: [
      'On your phone, open Signal, then Settings and Linked devices, and scan the QR code shown here.',
      'Your phone must be online at least once a month.',
    ],
  },
  sms: {
    address: 'phone',
    fields: [],
    steps: [
      'The number must belong to the messaging provider of your organization.',
      'Verbatim sets the number’s webhook there, and restores the previous one when the account is removed.',
    ],
  },
  telegram: {
    address: 'id',
    addressHint: 'The name that BotFather gave the bot, such as @acme_bot.',
    fields: [
      {
        name: 'token',
        label: 'Bot token',
        hint: 'The token that BotFather gave you. Anyone who has it can act as the bot.',
        kind: 'secret',
        isRequired: true,
      },
      {
        name: 'fetchesUpdates',
        label: 'Fetch updates (long poll)',
        hint: 'If this is off, Telegram delivers updates to a webhook. If Telegram can’t reach this installation over https, updates are always fetched.',
        kind: 'yes-no',
      },
    ],
    steps: [
      'Create a bot with @BotFather, only for this purpose, and turn on Business Mode in its settings.',
      'Enter its name, such as @acme_bot, and its token here.',
      'Add an account for each person. Groups are captured once the bot is an administrator there.',
    ],
    source: {
      label: 'The organization’s bot',
      personLabel: 'A person’s account, through a bot',
      field: 'Bot',
      hint: 'The bot that the person connects to their own chats.',
      address: 'made',
      steps: [
        'The owner opens the link on the phone or computer where they use Telegram, and presses Start.',
        'In Telegram they open Settings, Telegram Business, Chatbots, and enter the name of the bot. Telegram may ask for Premium.',
        'They include all chats. If they leave out chats later, Telegram does not say which.',
      ],
      ownerSteps: [
        'Open the link on the phone or computer where you use Telegram, and press Start.',
        'In Telegram, open Settings, Telegram Business, Chatbots, and enter the name of the bot. Telegram may ask for Premium.',
        'Include all chats. Your organization keeps what is written in them from now on.',
      ],
    },
  },
  wecom: {
    address: 'id',
    addressHint: 'The ID of the corporation or of the employee, as the admin console shows it.',
    fields: [
      {
        name: 'archiveSecret',
        label: 'Message archive secret',
        kind: 'secret',
        isRequired: true,
      },
      {
        name: 'privateKeys',
        label: 'Private keys',
        hint: 'In PEM form, including the BEGIN and END lines. New keys are added to the earlier ones, because older messages still need them.',
        kind: 'keys',
        isRequired: true,
      },
      {
        name: 'contactSecret',
        label: 'Secret for names',
        hint: 'The secret of an application that can see employees and customer contacts. Without it, people are shown by their IDs.',
        kind: 'secret',
      },
      { name: 'callbackToken', label: 'Callback token', kind: 'secret' },
      { name: 'encodingAesKey', label: 'Callback EncodingAESKey', kind: 'secret' },
    ],
    steps: [
      'Buy the message archive in WeCom’s admin console, and choose the employees.',
      'Make an RSA key of 2048 bits. Enter its public half there, and its private half here.',
      'In the admin console, add the public IP address of Verbatim’s workers to the trusted IP addresses. It is the address of their gateway or proxy. Ask your network administrators for it.',
      'Once the account is saved, its address for callbacks is shown here. Enter it there with the same Token and EncodingAESKey.',
    ],
    source: {
      label: 'The corporation, with its message archive',
      personLabel: 'An employee’s account',
      field: 'Corporation',
      hint: 'The corporation whose archive has the messages of the employee.',
      address: 'id',
      steps: [
        'Enter the user ID exactly as WeCom’s admin console spells it.',
        'The account is connected with the first message of the employee in the archive.',
      ],
    },
  },
  whatsapp: {
    address: 'phone',
    fields: [],
    steps: [
      'The number must be a WhatsApp sender of the messaging provider of your organization, and online.',
      'Verbatim sets the sender’s webhook there, and restores the previous one when the account is removed.',
    ],
  },
  whatsappnative: {
    address: 'phone',
    linkChoices: ['qr', 'code'],
    fields: [],
    before: [
      'This is unofficial. WhatsApp’s terms forbid it, and WhatsApp may warn the owner, restrict the account or ban it for good.',
      'Get the owner’s consent in writing before you continue. Verbatim sees everything that the account sees, private chats too.',
      'Verbatim only captures: it sends nothing, marks nothing as read and does not appear online.',
    ],
    steps: [
      'Once the account is saved, the owner opens WhatsApp, then Linked devices, and scans the QR code shown here or types the code.',
      'The number must match the account; any other number is signed out immediately. WhatsApp allows four linked devices.',
      'The phone must be online at least every 14 days, or WhatsApp ends the link and the owner has to link it again.',
    ],
    ownerBefore: [
      'This link is unofficial. WhatsApp’s terms forbid it, and WhatsApp may warn you, restrict your account or ban it for good.',
      'Your organization sees everything that this account sees, private chats too. Link it only if you agree to that.',
      'Verbatim only captures: it sends nothing, marks nothing as read and does not appear online.',
    ],
    ownerSteps: [
      'On your phone, open WhatsApp, then Linked devices and Link a device. Scan the QR code shown here, or type the code.',
      'The number must match the account; any other number is signed out immediately. WhatsApp allows four linked devices.',
      'Your phone must be online at least every 14 days, or WhatsApp ends the link and you have to link it again.',
    ],
  },
}

/** Whether a value is stored sealed, and never answered. */
export const isSecretKind = (kind: AccountField['kind'] | undefined) => kind === 'secret' || kind === 'keys'

/** Whether the fields of an account are left to its owner. @param secrets The names of those that are set. */
export const isLeftToOwner = (channel: ConnectableChannel, secrets: readonly string[]): boolean =>
  secretsOfOwner(channel).some((name) => !secrets.includes(name))

/** The names of the secrets without which the fields of an account are left to its owner. */
export function secretsOfOwner(channel: ConnectableChannel): readonly string[] {
  const { ownerEnters, fields } = accountForms[channel]
  if (!ownerEnters) return []
  return fields.flatMap(({ name, kind, isRequired }) => (isRequired && isSecretKind(kind) ? [name] : []))
}

/** What is entered for an account, or for one of a person that receives through another. */
export function entryOf(channel: ConnectableChannel, receivesThrough?: unknown): AccountEntry {
  const { source, ...own } = accountForms[channel]
  if (!receivesThrough || !source) return own
  const { address, steps, ownerSteps = steps } = source
  return { address, fields: [], steps, ownerSteps }
}
