import type { CapturedAttachment, CapturedMessage, ContentType } from '#kernel/captured-event.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf, withoutBytes } from './fields.ts'
import { addressOfMedium, type MediumKind } from './medium-address.ts'

export type Content = Pick<CapturedMessage, 'body' | 'contentType' | 'structured' | 'attachments'>

/** The content of an unwrapped message. What we do not know becomes `unsupported`, with its fields. */
export function contentOf(content: Fields): Content {
  for (const [name, value] of Object.entries(content)) {
    if (name === 'conversation') return plain('text', textOf(value) ?? null)
    const inner = fieldsOf(value)
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (inner && read) return read(inner)
  }
  return { ...plain('unsupported', null), structured: { fields: withoutBytes(content) } }
}

/** The hashes of the files, by which a copy of the message is known: their addresses change. */
export function filesIn(content: Fields): string[] {
  return Object.values(content).flatMap((value) => {
    const inner = fieldsOf(value) ?? {}
    return [
      inner,
      fieldsOf(inner['header']) ?? {},
      ...Object.values(fieldsOf(inner['header']) ?? {}),
    ].flatMap((one) => {
      const hash = fieldsOf(fieldsOf(one)?.['fileSha256'])?.['data']
      return typeof hash === 'string' ? hash : []
    })
  })
}

type Read = (inner: Fields) => Content

function plain(contentType: ContentType, body: string | null, structured: Fields = {}): Content {
  const known = Object.entries(structured).filter(([, value]) => value !== undefined)
  return {
    body,
    contentType,
    ...(known.length > 0 && { structured: Object.fromEntries(known) }),
    attachments: [],
  }
}

const medium =
  (kind: MediumKind, contentType: ContentType): Read =>
  (inner) => ({
    ...plain(contentType, textOf(inner['caption']) ?? null),
    attachments: [attachmentOf(kind, inner, 0)],
  })

function attachmentOf(kind: MediumKind, inner: Fields, ordinal: number): CapturedAttachment {
  const name = textOf(inner['fileName']) ?? textOf(inner['title'])
  const mimeDeclared = textOf(inner['mimetype'])
  const sizeDeclared = numberOf(inner['fileLength'])
  const url = addressOfMedium(kind, inner)
  return {
    ordinal,
    ...(name && { name }),
    ...(mimeDeclared && { mimeDeclared }),
    ...(sizeDeclared !== undefined &&
      Number.isSafeInteger(sizeDeclared) &&
      sizeDeclared >= 0 && { sizeDeclared }),
    ...(url && { url }),
  }
}

/** Cards with a picture, a film or a file above their text. */
const headers = [
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['documentMessage', 'document'],
] as const

function attachmentsIn(...parts: (Fields | undefined)[]): CapturedAttachment[] {
  const media = parts.flatMap((part) =>
    headers.flatMap(([name, kind]) => {
      const inner = fieldsOf(part?.[name])
      return inner ? [{ kind, inner }] : []
    }),
  )
  return media.map(({ kind, inner }, ordinal) => attachmentOf(kind, inner, ordinal))
}

/** The first text among these. */
const firstText = (...values: unknown[]) => values.flatMap((value) => textOf(value) ?? [])[0] ?? null

const cards = (inner: Fields) => {
  const list = listOf(inner['contacts']).map(fieldsOf)
  return [inner, ...list].flatMap((one) =>
    one?.['vcard'] === undefined ? [] : [{ displayName: one['displayName'], vcard: one['vcard'] }],
  )
}

const contact: Read = (inner) => plain('contact', null, { contacts: withoutBytes(cards(inner)) })

const location: Read = (inner) =>
  plain('location', firstText(inner['comment'], inner['caption']), {
    latitude: numberOf(inner['degreesLatitude']),
    longitude: numberOf(inner['degreesLongitude']),
    name: textOf(inner['name']),
    address: textOf(inner['address']),
    url: textOf(inner['url']),
  })

const poll: Read = (inner) =>
  plain('poll', firstText(inner['name']), {
    options: listOf(inner['options']).flatMap((option) => textOf(fieldsOf(option)?.['optionName']) ?? []),
    selectable: numberOf(inner['selectableOptionsCount']),
  })

/** Of cards and answers: the fields are kept as data beside the text that is shown. */
const interactive =
  (shown: (inner: Fields) => string | null): Read =>
  (inner) => ({
    ...plain('interactive', shown(inner), withoutBytes(withoutContext(inner)) as Fields),
    attachments: attachmentsIn(inner, fieldsOf(inner['header'])),
  })

const elsewhere = ['contextInfo', ...headers.map(([name]) => name as string)]

/** Without what is shown elsewhere: the files, and the message that this one answers. */
const withoutContext = (inner: Fields): Fields =>
  Object.fromEntries(Object.entries(inner).filter(([name]) => !elsewhere.includes(name)))

const template: Read = (inner) => {
  const card = [
    'hydratedTemplate',
    'hydratedFourRowTemplate',
    'interactiveMessageTemplate',
    'fourRowTemplate',
  ]
    .map((name) => fieldsOf(inner[name]))
    .find((one) => one)
  const text = firstText(card?.['hydratedContentText'], fieldsOf(card?.['body'])?.['text'])
  return {
    ...plain('interactive', text, withoutBytes(withoutContext(card ?? inner)) as Fields),
    attachments: attachmentsIn(card, fieldsOf(card?.['header'])),
  }
}

const system =
  (name: string): Read =>
  (inner) =>
    plain('system', null, { [name]: withoutBytes(withoutContext(inner)) })

const readers: Readonly<Record<string, Read>> = {
  extendedTextMessage: (inner) => {
    const [title, description, url] = ['title', 'description', 'matchedText'].map((name) =>
      textOf(inner[name]),
    )
    return plain(
      'text',
      textOf(inner['text']) ?? null,
      (title ?? description) ? { link: { url, title, description } } : {},
    )
  },
  imageMessage: medium('image', 'image'),
  videoMessage: medium('video', 'video'),
  ptvMessage: medium('video', 'video'),
  audioMessage: (inner) => medium('audio', inner['ptt'] === true ? 'voice' : 'audio')(inner),
  documentMessage: medium('document', 'file'),
  stickerMessage: medium('image', 'sticker'),
  contactMessage: contact,
  contactsArrayMessage: contact,
  locationMessage: location,
  liveLocationMessage: location,
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  buttonsMessage: interactive((inner) => firstText(inner['contentText'], inner['text'])),
  buttonsResponseMessage: interactive((inner) => firstText(inner['selectedDisplayText'])),
  listMessage: interactive((inner) => firstText(inner['description'], inner['title'])),
  listResponseMessage: interactive((inner) => firstText(inner['title'], inner['description'])),
  templateMessage: template,
  templateButtonReplyMessage: interactive((inner) => firstText(inner['selectedDisplayText'])),
  interactiveMessage: interactive((inner) => firstText(fieldsOf(inner['body'])?.['text'])),
  interactiveResponseMessage: interactive((inner) => firstText(fieldsOf(inner['body'])?.['text'])),
  eventMessage: interactive((inner) => firstText(inner['name'])),
  groupInviteMessage: interactive((inner) => firstText(inner['caption'])),
  productMessage: interactive((inner) => firstText(inner['body'], fieldsOf(inner['product'])?.['title'])),
  orderMessage: interactive((inner) => firstText(inner['message'], inner['orderTitle'])),
  requestPaymentMessage: interactive(noteOf),
  sendPaymentMessage: interactive(noteOf),
  scheduledCallCreationMessage: interactive((inner) => firstText(inner['title'])),
  albumMessage: system('album'),
  pinInChatMessage: system('pinned'),
  keepInChatMessage: system('kept'),
  callLogMesssage: system('call'),
}

/** The words that come with a payment. */
function noteOf(inner: Fields): string | null {
  const note = fieldsOf(inner['noteMessage'])
  return note ? firstText(note['conversation'], fieldsOf(note['extendedTextMessage'])?.['text']) : null
}
