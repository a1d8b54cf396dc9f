import { fieldsOf } from '#channels/deep-json.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { jsonOf } from '#kernel/json.ts'
import { type ArchiveMessage, type Json, isJson, listOf, partOf, textOf } from './fields.ts'
import { type Medium, mediumTypes, toAttachments } from './media-parts.ts'
import { structuredContents } from './structured.ts'

type Facts = Readonly<Record<string, string | number | undefined>>

/** What one kind of message holds. */
export interface Content {
  readonly contentType: CapturedMessage['contentType']
  readonly body?: string | null | undefined
  readonly media?: readonly (Medium | undefined)[]
  /** Facts that are no text of a person; those without a value are left out. */
  readonly facts?: Facts | undefined
  /** Facts of further messages within it. */
  readonly parts?: readonly Facts[]
  readonly forwarded?: true
  /** A part of it could not be read. */
  readonly isPartly?: boolean
}

type Captured = Pick<
  CapturedMessage,
  'body' | 'format' | 'contentType' | 'structured' | 'attachments' | 'forwarded' | 'flags'
>

/** The content of a message. All fields of one that we cannot read are kept as data. */
export function contentOf(message: ArchiveMessage, corpId: string): Captured {
  const { raw, msgtype } = message
  const content = read(msgtype, raw) ?? { contentType: 'unsupported' as const }
  const { body = null, media = [], facts = {}, parts = [], contentType, isPartly = false } = content
  const isWhole = contentType !== 'unsupported' && !isPartly
  const structured = {
    ...known(facts),
    ...(contentType === 'unsupported' && { messageType: msgtype }),
    ...(parts.length > 0 && { parts }),
    ...(!isWhole && fieldsOf(raw)),
  }
  return {
    body: body || null,
    format: 'plain',
    contentType,
    ...(Object.keys(structured).length > 0 && { structured }),
    attachments: toAttachments(
      media.filter((medium) => medium !== undefined),
      corpId,
    ),
    ...(content.forwarded && { forwarded: true }),
    ...(isPartly && { flags: ['partlyParsed' as const] }),
  }
}

const known = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

/** The facts of messages within another one. */
const factsIn = (contents: readonly (Content | undefined)[]): Facts[] =>
  contents.flatMap((one) => {
    const own = known(one?.facts ?? {})
    return [...(Object.keys(own).length > 0 ? [own] : []), ...(one?.parts ?? [])]
  })

/** Undefined for unknown kinds, and for those without what makes them. */
function read(type: string, raw: Json): Content | undefined {
  if (type === 'text') return ofText(partOf(raw, 'text'))
  if (type === 'markdown') return ofText(partOf(raw, 'info'))
  if (type === 'mixed') return ofMixed(listOf(partOf(raw, 'mixed'), 'item'), 0)
  if (type === 'chatrecord') return ofRecord(partOf(raw, 'chatrecord'), 0)
  const medium = mediumTypes.get(type)
  if (medium) {
    const media = [medium.read(partOf(raw, type))]
    return media[0] && { contentType: medium.contentType, media, facts: medium.factsOf(raw) }
  }
  return structuredContents.get(type)?.(raw)
}

const ofText = (part: Json): Content | undefined =>
  typeof part['content'] === 'string' ? { contentType: 'text', body: part['content'] } : undefined

/** Parts of text, pictures and others in one message, each of them JSON in a text. */
function ofMixed(items: readonly unknown[], depth: number): Content | undefined {
  const parts = items.map((item) => ofItem(item, depth))
  if (parts.length === 0) return undefined
  const media = parts.flatMap((part) => part?.media ?? [])
  const text = linesOf(parts.map((part) => part?.body))
  const first = parts.find((part) => part && part.contentType !== 'text')
  return {
    contentType: first?.contentType ?? (text === undefined ? 'unsupported' : 'text'),
    body: text,
    media,
    facts: first?.facts,
    parts: [...(first?.parts ?? []), ...factsIn(parts.filter((one) => one !== first))],
    isPartly: parts.some((part) => !part || part.isPartly),
  }
}

/** A conversation that was forwarded: the texts of its messages, one below the other. */
function ofRecord(part: Json, depth: number): Content | undefined {
  const items = listOf(part, 'item')
  if (items.length === 0 && textOf(part, 'title') === undefined) return undefined
  const parts = items.map((item) => ofItem(item, depth))
  return {
    contentType: 'transcript',
    body: linesOf([textOf(part, 'title'), ...parts.map((one) => one?.body)]),
    media: parts.flatMap((one) => one?.media ?? []),
    parts: factsIn(parts),
    forwarded: true,
    isPartly: parts.some((one) => !one || one.isPartly),
  }
}

/** Records within records; WeCom shows fewer. */
const deepest = 8

/** A message within another one. In a forwarded conversation its type is `ChatRecordText`, `ChatRecordImage` and so on. */
function ofItem(item: unknown, depth: number): Content | undefined {
  if (!isJson(item)) return undefined
  const named = (textOf(item, 'type') ?? '').replace(/^ChatRecord/, '').toLowerCase()
  const type = named === 'emoticon' ? 'emotion' : named
  const content = typeof item['content'] === 'string' ? jsonOf(item['content']) : item['content']
  if (!isJson(content)) return undefined
  if (type === 'mixed' || type === 'chatrecord') {
    if (depth >= deepest) return undefined
    return type === 'mixed' ? ofMixed(listOf(content, 'item'), depth + 1) : ofRecord(content, depth + 1)
  }
  // What a message has under the name of its type is the whole content of a part.
  return read(type, { [type]: content, info: content, doc: content })
}

/** Undefined if there are none. */
function linesOf(texts: readonly (string | null | undefined)[]): string | undefined {
  const some = texts.filter((text) => text)
  return some.length > 0 ? some.join('\n') : undefined
}
