import type { Message, Update } from '@grammyjs/types'
import { contentWords } from '@verbatim/contract/content-facts.ts'
import { expect, test } from 'vitest'
import { botAccount, parseUpdate } from '#testing/telegram.ts'
import { allowedUpdates } from './allowed-updates.ts'
import type { TelegramMessage, TelegramUpdate } from './update.ts'

/*
 * The Bot API grows. Each kind of update and each field of a message that its types name is read by us, or is in one of these lists:
 * with a newer version of the types, this file does not compile until every new name is in its place. The types are for this test alone.
 */

type ReadUpdate = Exclude<keyof TelegramUpdate, 'raw' | 'update_id'>
/** Names of ours that the API no longer has would be here. */
const goneUpdates: Record<Exclude<ReadUpdate, keyof Update>, never> = {}
const goneFields: Record<Exclude<keyof TelegramMessage, keyof Message>, never> = {}

/** Bots are sent only what they ask for. */
const asked: Record<ReadUpdate, true> = {
  message: true,
  edited_message: true,
  channel_post: true,
  edited_channel_post: true,
  business_connection: true,
  business_message: true,
  edited_business_message: true,
  deleted_business_messages: true,
  message_reaction: true,
  message_reaction_count: true,
  my_chat_member: true,
  chat_member: true,
}

const toOurBot = 'It is an answer to something that our bot sent or offers, and it sends and offers nothing.'
const aboutChats = 'It says something of a chat and has no words of people.'
/** Updates that we do not ask for. */
const notAsked: Record<Exclude<keyof Update, ReadUpdate | 'update_id'>, string> = {
  guest_message: 'Our bot is a member of its chats, and no guest.',
  stopped_message_generation: toOurBot,
  inline_query: toOurBot,
  chosen_inline_result: toOurBot,
  callback_query: toOurBot,
  shipping_query: toOurBot,
  pre_checkout_query: toOurBot,
  purchased_paid_media: toOurBot,
  poll: toOurBot,
  poll_answer: toOurBot,
  chat_join_request: aboutChats,
  chat_boost: aboutChats,
  removed_chat_boost: aboutChats,
  managed_bot: toOurBot,
  subscription: toOurBot,
}

type UnreadField = Exclude<keyof Message, keyof TelegramMessage>
type Circumstance = (typeof circumstances)[number]
/** Fields beside the content, which stay in the bytes that are kept. */
const circumstances = [
  'direct_messages_topic',
  'effect_id',
  'ephemeral_message_id',
  'guest_bot_caller_chat',
  'guest_bot_caller_user',
  'guest_query_id',
  'has_media_spoiler',
  'has_protected_content',
  'is_automatic_forward',
  'is_paid_post',
  'is_topic_message',
  'paid_star_count',
  'receiver_user',
  'reply_to_checklist_task_id',
  'reply_to_poll_option_id',
  'sender_boost_count',
  'sender_tag',
  'show_caption_above_media',
  'suggested_post_info',
] as const satisfies readonly UnreadField[]

const line = 'system'
const content = 'unsupported'
/** Lines that Telegram writes, and content that is shown as it came. */
const shownAsData: Record<Exclude<UnreadField, Circumstance>, typeof line | typeof content> = {
  boost_added: line,
  channel_chat_created: line,
  chat_background_set: line,
  chat_owner_changed: line,
  chat_owner_left: line,
  chat_shared: line,
  checklist_tasks_added: content,
  checklist_tasks_done: content,
  community_chat_added: content,
  community_chat_joined: content,
  community_chat_removed: content,
  connected_website: line,
  delete_chat_photo: line,
  direct_message_price_changed: content,
  forum_topic_closed: line,
  forum_topic_created: line,
  forum_topic_edited: line,
  forum_topic_reopened: line,
  game: content,
  general_forum_topic_hidden: line,
  general_forum_topic_unhidden: line,
  gift: content,
  gift_upgrade_sent: content,
  giveaway: content,
  giveaway_completed: content,
  giveaway_created: content,
  giveaway_winners: content,
  group_chat_created: line,
  invoice: content,
  managed_bot_created: content,
  message_auto_delete_timer_changed: line,
  new_chat_photo: line,
  paid_message_price_changed: content,
  passport_data: content,
  pinned_message: line,
  poll_option_added: content,
  poll_option_deleted: content,
  proximity_alert_triggered: line,
  refunded_payment: line,
  story: content,
  successful_payment: line,
  suggested_post_approval_failed: content,
  suggested_post_approved: content,
  suggested_post_declined: content,
  suggested_post_paid: content,
  suggested_post_refunded: content,
  supergroup_chat_created: line,
  unique_gift: content,
  users_shared: line,
  video_chat_ended: line,
  video_chat_participants_invited: line,
  video_chat_scheduled: line,
  video_chat_started: line,
  web_app_data: content,
  write_access_allowed: line,
}

test('we ask for exactly the updates that we read', () => {
  expect({ ...goneUpdates, ...goneFields }).toEqual({})
  expect(allowedUpdates.toSorted()).toEqual(Object.keys(asked).toSorted())
  expect(allowedUpdates.filter((name) => name in notAsked)).toEqual([])
})

test.each(Object.entries(shownAsData))(
  'a message with %s is shown and examined with what it says, as %s',
  (name, type) => {
    const chat = { id: -1_002_233_445_566, type: 'supergroup', title: 'Deal room' }
    const from = { id: 5001, is_bot: false, first_name: 'Bob' }
    const message = { message_id: 8, date: 1_778_745_600, chat, from, [name]: { said: 'what was in it' } }
    const events = parseUpdate({ update_id: 5, message }, botAccount)
    expect(events).toMatchObject([{ kind: 'message', contentType: type, author: { value: '5001' } }])
    expect(JSON.stringify(events)).toContain(`"${name}":{"said":"what was in it"}`)
    expect(events.flatMap((event) => ('structured' in event ? contentWords(event.structured) : []))).toEqual([
      'what was in it',
    ])
  },
)

test.each(circumstances)('a message with %s is still the message', (name) => {
  const chat = { id: -1_002_233_445_566, type: 'supergroup', title: 'Deal room' }
  const from = { id: 5001, is_bot: false, first_name: 'Bob' }
  const message = { message_id: 8, date: 1_778_745_600, chat, from, text: 'At ten', [name]: { any: 1 } }
  expect(parseUpdate({ update_id: 5, message }, botAccount)).toMatchObject([
    { kind: 'message', contentType: 'text', body: 'At ten' },
  ])
})
