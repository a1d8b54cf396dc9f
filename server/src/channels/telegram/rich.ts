/** Texts in blocks: headings, lists, tables, quotations and files. Source: Bot API, `RichMessage`. */
import { shallowOf } from '#channels/deep-json.ts'
import { filesOfBlock, type TelegramMessage } from './update.ts'

type Fields = Readonly<Record<string, unknown>>

interface Rich {
  /** A line for each block, as they are shown. */
  readonly text: string | null
  /** Where its words lead, and all else in it that is no part of the text. */
  readonly links: readonly string[]
  readonly files: readonly Partial<TelegramMessage>[]
}

/** What a rich message holds; undefined if there is none. */
export function richOf(message: unknown): Rich | undefined {
  const root = fieldsOf(message)
  if (!root) return undefined
  const parts = partsIn(root)
  const text = parts ? linesOf(root).join('\n') : allTextsIn(root)
  const links = (parts ?? []).flatMap(wordsBeside).filter((words) => !text.includes(words))
  return { text: text || null, links: [...new Set(links)], files: (parts ?? []).map(filesOfBlock) }
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** Blocks and formats within each other: Telegram allows 16, each of a few levels. */
const deepest = 200

/** Each object in it; undefined if they nest deeper than anything that people can send. */
function partsIn(root: Fields): Fields[] | undefined {
  const found: Fields[] = []
  const visit = (value: unknown, depth: number): boolean => {
    if (depth > deepest) return false
    if (Array.isArray(value)) return value.every((one) => visit(one, depth + 1))
    const fields = fieldsOf(value)
    if (fields) found.push(fields)
    return Object.values(fields ?? {}).every((one) => visit(one, depth + 1))
  }
  return visit(root, 0) ? found : undefined
}

function allTextsIn(root: Fields): string {
  const texts = shallowOf(root)
  return Array.isArray(texts) ? texts.join('\n') : ''
}

/** Texts of a block, and blocks, rows or buttons within it, in the order in which it shows them. */
const shownTexts = ['summary', 'text', 'expression'] as const
const shownParts = ['blocks', 'items', 'cells', 'buttons'] as const

function linesOf(block: unknown): string[] {
  if (Array.isArray(block)) return block.flatMap(linesOf)
  const fields = fieldsOf(block)
  if (!fields) return []
  const { label, caption, credit } = fields
  const isCaption = fieldsOf(caption)?.['type'] === undefined && fieldsOf(caption) !== undefined
  const [first, ...others] = [
    ...shownTexts.map((name) => inlineOf(fields[name])),
    ...shownParts.flatMap((name) => linesOf(fields[name])),
    ...(isCaption ? linesOf(caption) : [inlineOf(caption)]),
    inlineOf(credit),
  ].filter((line) => line !== '')
  if (first === undefined) return []
  return [typeof label === 'string' && label ? `${label} ${first}` : first, ...others]
}

/** A text, whose parts are texts with a format. A sign and a formula have a text of another name. */
function inlineOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(inlineOf).join('')
  const fields = fieldsOf(value)
  if (!fields) return ''
  const { text, alternative_text: sign, expression, button } = fields
  return inlineOf(text ?? sign ?? expression ?? button)
}

/** Kinds, looks and codes; what a file is called is with the file. */
const wordless =
  /^(?:type|style|v?align|language(?:_code)?|date_time_format|mime_type|file_name|label|callback_data|(?:anchor_|reference_)?name|\w+_id)$/

const wordsBeside = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && !wordless.test(name) ? value : [],
  )
