import type { CapturedAttachment, CapturedMessage, ContentType } from '#kernel/captured-event.ts'
import { type Fields, jsonOrText } from './fields.ts'

type Content = Pick<CapturedMessage, 'body' | 'format' | 'contentType' | 'structured' | 'attachments'>

/** The content of an inbound message: text, media, and other content that its channel supports. */
export function contentOf(fields: Fields): Content {
  const own = mediaOf(fields)
  const attachments = [...own, ...referredMedia(fields, own.length)]
  const structured = structuredOf(fields)
  const body = fields.get('Body') || null
  return {
    body,
    format: 'plain',
    contentType: contentTypeOf(fields, body, own),
    ...(Object.keys(structured).length > 0 && { structured }),
    attachments,
  }
}

/** An object with the property if there is a value; otherwise an empty one. */
export function named<Name extends string>(
  name: Name,
  value: string | undefined,
): Partial<Record<Name, string>> {
  return value ? ({ [name]: value } as Record<Name, string>) : {}
}

/** The kind of content for a reader, by its MIME type. */
export function mediumOf(mime: string | undefined): ContentType {
  const type = (mime ?? '').toLowerCase()
  if (/^text\/(?:x-)?vcard\b/.test(type)) return 'contact'
  if (/^image\/webp\b/.test(type)) return 'sticker'
  if (/^audio\/(?:ogg|amr)\b/.test(type)) return 'voice'
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('video/')) return 'video'
  return 'file'
}

/** All announced media by their numbers; a number without an address is a medium that we record as missing. */
function mediaOf(fields: Fields): CapturedAttachment[] {
  const announced = Math.min(Number(fields.get('NumMedia') ?? 0) || 0, 100)
  const attachments: CapturedAttachment[] = []
  for (let ordinal = 0; ordinal < announced || fields.has(`MediaUrl${ordinal}`); ordinal++) {
    attachments.push({
      ordinal,
      ...named('mimeDeclared', fields.get(`MediaContentType${ordinal}`)),
      ...named('url', fields.get(`MediaUrl${ordinal}`)),
    })
  }
  return attachments
}

/** The picture or film of the advertisement that led someone to write. The list of messages does not have it. */
function referredMedia(fields: Fields, ordinal: number): CapturedAttachment[] {
  const url = fields.get('ReferralMediaUrl')
  if (!url) return []
  return [{ ordinal, url, isBeside: true, ...named('mimeDeclared', fields.get('ReferralMediaContentType')) }]
}

function contentTypeOf(
  fields: Fields,
  body: string | null,
  attachments: readonly CapturedAttachment[],
): ContentType {
  const [first] = attachments
  if (fields.get('MessageType') === 'sticker') return 'sticker'
  if (fields.has('Latitude') && fields.has('Longitude')) return 'location'
  if (first) return mediumOf(first.mimeDeclared)
  if (hasAny(fields, ['ButtonText', 'ButtonPayload', 'InteractiveData', 'FlowData'])) return 'interactive'
  return body === null ? 'unsupported' : 'text'
}

const groups = {
  button: { text: 'ButtonText', payload: 'ButtonPayload', type: 'ButtonType' },
  location: { latitude: 'Latitude', longitude: 'Longitude', address: 'Address', label: 'Label' },
  referral: {
    body: 'ReferralBody',
    headline: 'ReferralHeadline',
    sourceId: 'ReferralSourceId',
    sourceType: 'ReferralSourceType',
    sourceUrl: 'ReferralSourceUrl',
    clickId: 'ReferralCtwaClid',
    mediaId: 'ReferralMediaId',
    mediaUrl: 'ReferralMediaUrl',
    mediaType: 'ReferralMediaContentType',
  },
} as const

/** The content of a message other than text and media, as data. Numbers stay text because they are only shown. */
function structuredOf(fields: Fields): Record<string, unknown> {
  const structured: Record<string, unknown> = {}
  for (const [group, names] of Object.entries(groups)) {
    const values = Object.entries(names).flatMap(([name, field]) => {
      const value = fields.get(field)
      return value ? [[name, value]] : []
    })
    if (values.length > 0) structured[group] = Object.fromEntries(values)
  }
  for (const [name, field] of [
    ['interactive', 'InteractiveData'],
    ['flow', 'FlowData'],
    ['channelMetadata', 'ChannelMetadata'],
  ] as const) {
    const value = fields.get(field)
    if (value) structured[name] = jsonOrText(value)
  }
  for (const [name, field] of [
    ['optOut', 'OptOutType'],
    ['externalUserId', 'ExternalUserId'],
    ['messageType', 'MessageType'],
  ] as const) {
    const value = fields.get(field)
    if (value) structured[name] = value
  }
  return structured
}

const hasAny = (fields: Fields, names: readonly string[]) => names.some((name) => fields.get(name))
