/** The changes or the question of an audit event, in one line under its sentence. */
import { type AuditEvent, type AuditChange } from '@verbatim/contract/audit.ts'
import { auditWordsOf } from '@verbatim/contract/audit-types.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { changeLine, countsLine, fieldText, isBlank, valueText } from '@verbatim/contract/audit-words.ts'

/** Parameters of a list that only the details show. */
const quiet = new Set(['sort', 'accessScope', 'format'])

/** Whether its changes are the question that was asked. */
export const isListing = (type: string) => /_(listed|searched)$/.test(type) || type === 'export_created'

/** What is quiet of a question is quiet of a view that was made of it. A change of a view may be of its sorting alone. */
const hidesQuiet = (type: string) => isListing(type) || type === 'saved_view_created'

/** Whether its changes are those of a kept question, among others. */
const isView = (type: string) => type.startsWith('saved_view_')

/** Undefined if the sentence contains everything. */
export function auditLine({ type, changes, counts }: Pick<AuditEvent, 'type' | 'changes' | 'counts'>) {
  const isQuiet = hidesQuiet(type)
  const { sentence } = auditWordsOf(type)
  const said = changes
    .filter(({ field }) => !sentence.includes(`:${field}}`) && !(isQuiet && quiet.has(field)))
    .map((change) => lineOf(type, change))
  const { found, ...others } = counts
  const line = [
    found === undefined ? '' : `${typeof found === 'number' ? numberText(found) : found} found`,
    countsLine(others),
    ...said,
  ]
  return line.filter(Boolean).join(' · ') || undefined
}

function lineOf(type: string, change: AuditChange): string {
  if (isListing(type)) return askedLine(change)
  if (isView(type) && change.field === 'filter') return keptFilter(change)
  return isBlank(change.old) ? newLine(change) : changeLine(change)
}

/** A change from no value to one. */
const newLine = ({ field, new: next }: AuditChange) => `${fieldText(field)}: ${valueText(next, field)}`

function askedLine({ field, new: asked }: AuditChange): string {
  if (field === 'filter' && typeof asked === 'string') return filterText(asked)
  if (field === 'period' && typeof asked === 'string' && /^\d+$/.test(asked))
    return `Last ${counted(Number(asked), 'day')}`
  return newLine({ field, old: null, new: asked })
}

function keptFilter({ old, new: next }: AuditChange): string {
  const [before, after] = [old, next].map((filter) =>
    typeof filter === 'string' && filter !== '' ? filterText(filter) : 'none',
  )
  return isBlank(old) ? `${after}` : `Filter: ${before} → ${after}`
}

const filterText = (filter: string) =>
  filter
    .split(/,(?=\w+(?:\.\w+)*\[)/)
    .map(condition)
    .join(' · ')

/** `status[in]:new|escalated` as "Status: New, Escalated". */
function condition(text: string): string {
  const [, field = '', operator = '', values = ''] = /^([\w.]+)\[(\w+)\]:?(.*)$/s.exec(text) ?? []
  if (field === '') return text
  const name = fieldText(field.replace(/(\.displayName|Id)$/, '').replaceAll('.', ' '))
  if (operator === 'between' && /^\d+$/.test(values)) return `${name}: last ${counted(Number(values), 'day')}`
  const given = values === '' ? [] : values.split('|')
  const ids = given.filter((value) => uuid.test(value)).length
  const shown = ids > 0 ? `${ids} chosen` : given.map((value) => valueText(value)).join(', ')
  return `${name}${operators[operator] ?? ':'} ${shown}`.trim()
}

/** The name of an ID is not known here. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const operators: Readonly<Record<string, string>> = {
  neq: ' is not',
  nin: ': none of',
  gt: ' >',
  gte: ' ≥',
  lt: ' <',
  lte: ' ≤',
  between: ' between',
  contains: ' contains',
  starts: ' starts with',
  ends: ' ends with',
  empty: ' is empty',
  nempty: ' is not empty',
}
