import { z } from 'zod'
import { jsonOf } from '#kernel/json.ts'
import type { Talk } from './conversation.ts'

/** A JSON object whose values have any type. */
export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object within one; empty if there is none. */
export const partOf = (of: Json, name: string): Json => (isJson(of[name]) ? of[name] : {})

export const listOf = (of: Json, name: string): readonly unknown[] =>
  Array.isArray(of[name]) ? of[name] : []

/** A text that is not empty. Numbers are given as text. */
export function textOf(of: Json, name: string): string | undefined {
  const value = of[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const numberOf = (of: Json, name: string): number | undefined =>
  typeof of[name] === 'number' ? of[name] : undefined

// A value of another type than documented counts as missing, so that it never costs us the rest of its message.
const text = z.string().catch('')
const number = z.number().optional().catch(undefined)

const Head = z.object({
  msgid: z.string().min(1),
  action: text,
  from: text,
  tolist: z.array(z.string()).catch([]),
  roomid: text,
  msgtime: number,
  msgtype: text,
  user: text,
})

/** A decrypted message of the archive, and the object as it came. Source: WeCom, "获取会话内容". */
export interface ArchiveMessage extends z.infer<typeof Head> {
  readonly raw: Json
}

/** Undefined for what is no message with an id. */
export function archiveMessageOf(body: Uint8Array): ArchiveMessage | undefined {
  const raw = jsonOf(body)
  const { data } = Head.safeParse(raw)
  return data && isJson(raw) ? { ...data, raw } : undefined
}

export const talkOf = ({ from, tolist, roomid }: ArchiveMessage): Talk => ({ from, to: tolist, room: roomid })
