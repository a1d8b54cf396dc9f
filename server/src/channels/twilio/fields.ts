import { Failure } from '#kernel/failure.ts'
import { isDeepJson, shallowOf } from '#channels/deep-json.ts'
import { jsonOf } from '#kernel/json.ts'

/** The fields of one Twilio event, by Twilio's own names. Values are always text, as in a form. */
export type Fields = ReadonlyMap<string, string>

/**
 * The events of a delivery: one for a form, one or many for JSON (Event Streams sends arrays of CloudEvents, whose camelCase
 * names become those of the forms). Undefined if the body is neither.
 */
export function fieldsOf(body: Uint8Array, contentType: string): Fields[] | undefined {
  if (!isJson(contentType)) return [formFields(textOf(body))]
  const json = jsonOf(body)
  const events = Array.isArray(json) ? json : [json]
  if (events.length === 0 || !events.every(isRecord)) return undefined
  return events.map(jsonFields)
}

/**
 * The largest allowed form, checked before it is read. The largest that Twilio sends has 4,096 characters of text and as
 * many of attributes, each of up to twelve bytes in a form, and fewer than a hundred names.
 */
const formLimits = { bytes: 256 * 1024, parameters: 1_000 }

/**
 * A form exactly as it is signed: names and values decoded, repeated names kept.
 * @throws Failure `request.too-large`, `capture.too-many-parameters`
 */
export function formParameters(body: Uint8Array): URLSearchParams {
  if (body.length > formLimits.bytes) throw new Failure('request.too-large')
  if (hasMoreParameters(body, formLimits.parameters)) throw new Failure('capture.too-many-parameters')
  return new URLSearchParams(`?${textOf(body)}`) // the constructor removes one `?`, and a body may start with another
}

function hasMoreParameters(body: Uint8Array, most: number): boolean {
  let count = 1
  for (let at = body.indexOf(ampersand); at >= 0 && count <= most; at = body.indexOf(ampersand, at + 1))
    count++
  return count > most
}

const ampersand = '&'.charCodeAt(0)

export function isJson(contentType: string): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(contentType)
}

const textOf = (body: Uint8Array) =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')

/** JSON in a field, as data; as its text if it does not parse or nests too deep. */
export function jsonOrText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isDeepJson(value) ? text : value
  } catch {
    return text
  }
}

function formFields(text: string): Fields {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(`?${text}`)) {
    if (!fields.has(name)) fields.set(name, value)
  }
  return fields
}

/** The envelope of a CloudEvent adds only the time to its data. */
function jsonFields(event: Record<string, unknown>): Fields {
  const fields = new Map<string, string>()
  const said = isRecord(event.data) && typeof event.specversion === 'string' ? event.data : event
  for (const [name, value] of Object.entries(said)) {
    if (value === null || value === undefined) continue
    const formName = name.charAt(0).toUpperCase() + name.slice(1)
    fields.set(formName, typeof value === 'string' ? value : JSON.stringify(shallowOf(value) ?? ''))
  }
  if (said !== event && typeof event.time === 'string' && !fields.has('Timestamp')) {
    fields.set('Timestamp', event.time)
  }
  return fields
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
