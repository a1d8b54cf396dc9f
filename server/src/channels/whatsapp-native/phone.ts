import { dateOfSeconds, fieldsOf, listOf, textOf } from './fields.ts'

/** Phones make longer names for messages than the other devices: those of an iPhone begin with 3A. Source: Baileys, `getDevice`. */
const phoneIds = /^(?:3A.{18}|.{21}|.{32})$/s

/** When the owner last wrote on their phone, as far as these events tell. What they write on another device does not count. */
export function phoneSeenIn(name: string, data: unknown): Date | undefined {
  if (name !== 'messages.upsert') return undefined
  let last: Date | undefined
  for (const one of listOf(fieldsOf(data)?.['messages'])) {
    const message = fieldsOf(one)
    const key = fieldsOf(message?.['key'])
    if (key?.['fromMe'] !== true || !phoneIds.test(textOf(key['id']) ?? '')) continue
    const sentAt = dateOfSeconds(message?.['messageTimestamp'])
    if (sentAt && (!last || sentAt > last)) last = sentAt
  }
  return last
}
