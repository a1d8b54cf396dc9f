/** How a message was sent, and what it refers to. */
import { shallowOf } from '#channels/deep-json.ts'
import { nameOf } from './people.ts'
import { richOf } from './rich.ts'
import { shownText } from './start-token.ts'
import type { TelegramMessage } from './update.ts'

type Raw = Readonly<Record<string, unknown>>

/**
 * What it answers: whose message of another chat, or whose story; and what that says, because it may never have been captured, such as
 * when it was before the bot came.
 */
function answeredOf(message: TelegramMessage, raw: Raw): Record<string, unknown> {
  const { external_reply: other, reply_to_story: story, reply_to_message: own } = message
  const whose = other && (originOf(other.origin) ?? (other.chat && nameOf(other.chat)))
  const said = own && (own.text || richOf(own.rich_message)?.text || own.caption)
  const quotedText = said && shownText(said, message)
  const answers = [raw['reply_to_message'], raw['external_reply']].flatMap(contentIn)
  return {
    ...(quotedText && { quotedText }),
    ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
    ...(other && { answersMessageOf: whose ?? 'another chat' }),
    ...(story && { answersStoryOf: (story.chat && nameOf(story.chat)) || 'another person' }),
  }
}

/** Content of an answered message that has words and is no text; its files are not shown. */
const worded = new Set([
  'checklist',
  'contact',
  'game',
  'giveaway',
  'giveaway_winners',
  'invoice',
  'poll',
  'venue',
])

function contentIn(answered: unknown): [string, unknown][] {
  if (typeof answered !== 'object' || answered === null) return []
  return Object.entries(answered).flatMap(([name, value]) => {
    const kept: unknown = worded.has(name) ? shallowOf(value) : undefined
    return kept === undefined ? [] : [[name, kept]]
  })
}

/** How the message was sent, and what it refers to. */
export function circumstancesOf(message: TelegramMessage, raw: Raw): Record<string, unknown> {
  const { media_group_id: album, quote, message_thread_id: topic, author_signature: signature } = message
  const { via_bot: via, sender_business_bot: bot, entities = [], caption_entities: inCaption = [] } = message
  const links = linksOf(message)
  const styles = [...entities, ...inCaption].filter(({ type = '' }) => styled.has(type)).map(styleOf)
  const forwardedFrom = originOf(message.forward_origin)
  return {
    ...(album && { album }),
    ...(quote?.text && { quote: quote.text }),
    ...(topic !== undefined && { topic }),
    ...(signature && { signature }),
    ...(via && { viaBot: nameOf(via) }),
    ...(bot && { sentByBot: nameOf(bot) }),
    ...(links.length > 0 && { links: links.join('\n') }),
    ...(styles.length > 0 && { styles }),
    ...(forwardedFrom && { forwardedFrom }),
    ...answeredOf(message, raw),
  }
}

/** Where words lead that are not in the text, and the page whose preview is shown below it. */
function linksOf(message: TelegramMessage): string[] {
  const { text = '', caption = '', entities = [], caption_entities: inCaption = [] } = message
  const hidden = [...entities, ...inCaption].flatMap(({ type, url }) =>
    type === 'text_link' && url ? url : [],
  )
  const { url: preview } = message.link_preview_options ?? {}
  const isSaid = [text, caption, ...hidden].some((words) => preview && words.includes(preview))
  const inBlocks = richOf(message.rich_message)?.links ?? []
  return [...hidden, ...(preview && !isSaid ? [preview] : []), ...inBlocks]
}

/** What is not in the text itself, unlike a name after `@` or an address. */
const styled = new Set(
  'bold italic underline strikethrough spoiler blockquote expandable_blockquote code pre custom_emoji text_mention'.split(
    ' ',
  ),
)

function styleOf(entity: NonNullable<TelegramMessage['entities']>[number]): Record<string, unknown> {
  const { type, offset, length, language, custom_emoji_id: emoji, user } = entity
  return {
    type,
    offset,
    length,
    ...(language && { language }),
    ...(emoji && { emoji }),
    ...(user && { person: String(user.id), name: nameOf(user) }),
  }
}

/** The name of its first author, in any of the forms in which Telegram gives it. */
function originOf(origin: unknown): string | undefined {
  if (typeof origin !== 'object' || origin === null) return undefined
  const {
    sender_user_name: name,
    sender_user: user,
    sender_chat: sender,
    chat,
  } = origin as Record<string, unknown>
  if (typeof name === 'string') return name
  const one = user ?? sender ?? chat
  if (typeof one !== 'object' || one === null) return undefined
  const fields = one as Record<string, unknown>
  const words = [fields['title'], fields['first_name'], fields['last_name']].filter(
    (word) => typeof word === 'string',
  )
  return words.join(' ') || undefined
}
