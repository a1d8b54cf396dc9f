/** Everything that we read: without a list, Telegram leaves out reactions and members. */
export const allowedUpdates = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
  'message_reaction',
  'message_reaction_count',
  'my_chat_member',
  'chat_member',
]
