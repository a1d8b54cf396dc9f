import { fieldsOf } from '#channels/deep-json.ts'
import type { CapturedAttachment, CapturedMessage, ContentType } from '#kernel/captured-event.ts'
import { addressOfFile } from './media.ts'
import { circumstancesOf } from './circumstances.ts'
import { richOf } from './rich.ts'
import { shownText } from './start-token.ts'
import type { TelegramButton, TelegramFile, TelegramMessage } from './update.ts'

type Raw = Readonly<Record<string, unknown>>

/** The words of people in a message; null if there are none. */
function bodyOf(message: TelegramMessage): string | null {
  const { text, caption, poll, checklist, new_chat_title: title } = message
  const rich = richOf(message.rich_message)?.text
  const shown = (text && shownText(text, message)) || rich || caption
  return shown || poll?.question || checklist?.title || title || null
}

/** The content of a message: text, a file, and other content as data. */
export function contentOf(
  message: TelegramMessage,
  raw: Raw,
): Pick<CapturedMessage, 'body' | 'format' | 'contentType' | 'structured' | 'attachments'> {
  const media = mediaOf(message)
  const contentType = media[0]?.[0] ?? contentTypeOf(message, raw)
  const structured = {
    ...circumstancesOf(message, raw),
    ...dataOf(message),
    ...(contentType === 'system' && serviceOf(raw)),
    ...(contentType === 'unsupported' && fieldsOf(raw)),
  }
  return {
    body: bodyOf(message),
    format: 'plain',
    contentType,
    ...(Object.keys(structured).length > 0 && { structured }),
    attachments: media.map(toAttachment),
  }
}

type Files = Pick<TelegramMessage, 'photo' | 'video' | 'live_photo'> & Partial<TelegramMessage>
type Medium = readonly [type: ContentType, file: TelegramFile, mime: string | undefined]

function mediaOf(message: TelegramMessage): Medium[] {
  const paid = message.paid_media?.paid_media ?? []
  const inBlocks = richOf(message.rich_message)?.files ?? []
  return [message, ...paid, ...inBlocks]
    .flatMap((one) => [mediumOf(one), filmOf(one)])
    .filter((one) => one !== undefined)
}

/** The film of a live photo, which is also given as a photo. */
const filmOf = ({ live_photo: film }: Files): Medium | undefined =>
  film && ['video', film, film.mime_type ?? 'video/mp4']

/** The file of a message: an animation is also given as a document, and a photo in several sizes. */
function mediumOf(message: Files): Medium | undefined {
  const { photo, animation, video, video_note: round, audio, voice, sticker, document } = message
  const { live_photo: live } = message
  const largest = (photo ?? live?.photo)?.reduce<TelegramFile | undefined>(
    (best, one) => (best && sizeOf(best) >= sizeOf(one) ? best : one),
    undefined,
  )
  if (largest) return ['image', largest, 'image/jpeg']
  if (animation) return ['video', animation, animation.mime_type]
  if (video) return ['video', video, video.mime_type]
  if (round) return ['video', round, 'video/mp4']
  if (audio) return ['audio', audio, audio.mime_type]
  if (voice) return ['voice', voice, voice.mime_type ?? 'audio/ogg']
  if (sticker) return ['sticker', sticker, stickerType(sticker)]
  return document && ['file', document, document.mime_type]
}

const sizeOf = ({ file_size: bytes = 0, width = 0, height = 0 }: TelegramFile) => width * height || bytes

function stickerType({
  is_animated: isAnimated,
  is_video: isVideo,
}: NonNullable<TelegramMessage['sticker']>) {
  if (isVideo) return 'video/webm'
  return isAnimated ? 'application/x-tgsticker' : 'image/webp'
}

function toAttachment([, file, mime]: Medium, ordinal: number): CapturedAttachment {
  const { file_name: name, file_size: size = -1 } = file
  return {
    ordinal,
    ...(name && { name }),
    ...(mime && { mimeDeclared: mime }),
    ...(Number.isSafeInteger(size) && size >= 0 && { sizeDeclared: size }),
    url: addressOfFile(file),
  }
}

/** Lines that Telegram itself writes into a chat. */
const service =
  /^(?:left_chat_\w+|new_chat_\w+|delete_chat_photo|\w+_chat_created|message_auto_delete_timer_changed|migrate_(?:to|from)_chat_id|pinned_message|(?:users|chat)_shared|connected_website|write_access_allowed|proximity_alert_triggered|boost_added|chat_background_set|(?:general_)?forum_topic_\w+|video_chat_\w+|chat_owner_\w+|successful_payment|refunded_payment)$/

function contentTypeOf(message: TelegramMessage, raw: Raw): ContentType {
  const { text, location, venue, contact, poll, checklist } = message
  if (text || richOf(message.rich_message)?.text) return 'text'
  if (venue || location) return 'location'
  if (contact) return 'contact'
  if (poll) return 'poll'
  if (checklist || isGiven(raw['dice']) || isGiven(raw['paid_media'])) return 'interactive'
  return Object.keys(raw).some((name) => service.test(name)) ? 'system' : 'unsupported'
}

const isGiven = (value: unknown) => value !== undefined && value !== null

function serviceOf(raw: Raw): Record<string, unknown> {
  const lines = Object.entries(raw).filter(([name]) => service.test(name))
  const kept = fieldsOf(Object.fromEntries(lines)).fields
  return (kept ?? {}) as Record<string, unknown>
}

/** Content that is not text, as data. */
function dataOf(message: TelegramMessage): Record<string, unknown> {
  const { location, venue, contact, poll, checklist, sticker } = message
  const place = venue?.location ?? location
  const texts = (parts: readonly { text?: string | undefined }[] | undefined) =>
    parts?.flatMap(({ text }) => text ?? []).join('\n')
  return {
    ...(place && { latitude: place.latitude, longitude: place.longitude }),
    ...(location?.live_period && { livePeriod: location.live_period }),
    ...(venue && { place: venue.title, address: venue.address }),
    ...(contact && {
      contact: [contact.first_name, contact.last_name].filter(Boolean).join(' '),
      phone: contact.phone_number,
      ...(contact.vcard && { vcard: contact.vcard }),
    }),
    ...(poll && { options: texts(poll.options) }),
    ...(checklist && { tasks: texts(checklist.tasks) }),
    ...(sticker?.emoji && { emoji: sticker.emoji }),
    ...besideOf(message),
    ...shownOf(message),
    ...buttonsOf(message),
  }
}

/** Words beside a poll, and of a piece of music. */
function besideOf({ poll, audio }: TelegramMessage): Record<string, unknown> {
  return {
    ...(poll?.description && { description: poll.description }),
    ...(poll?.explanation && { explanation: poll.explanation }),
    ...(audio?.title && { title: audio.title }),
    ...(audio?.performer && { performer: audio.performer }),
  }
}

/** What a dice shows, and what a file costs. */
function shownOf({ dice, paid_media: paid }: TelegramMessage): Record<string, unknown> {
  return {
    ...(dice?.emoji && { dice: dice.emoji }),
    ...(dice?.value !== undefined && { value: dice.value }),
    ...(paid?.star_count !== undefined && { priceInStars: paid.star_count }),
  }
}

/** The buttons that a bot put below it, each with where it leads, or what it offers to copy or to ask. */
function buttonsOf({ reply_markup: markup }: TelegramMessage): Record<string, unknown> {
  const buttons = (markup?.inline_keyboard ?? [])
    .flat()
    .map((button) => wordsOfButton(button).filter(Boolean).join(' '))
  return buttons.length > 0 ? { buttons: buttons.join('\n') } : {}
}

const wordsOfButton = (button: TelegramButton): (string | undefined)[] => [
  button.text,
  button.url,
  button.web_app?.url,
  button.login_url?.url,
  button.login_url?.forward_text,
  button.copy_text?.text,
  button.switch_inline_query,
  button.switch_inline_query_current_chat,
  button.switch_inline_query_chosen_chat?.query,
]
