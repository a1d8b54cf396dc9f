/** The audit trail in words. */
import type { AuditChange, AuditEvent } from './audit.ts'
import { gapNames } from './account-gaps.ts'
import { auditWordsOf } from './audit-types.ts'
import { channelNames, channels } from './channels.ts'
import { shareLevelNames, shareLevels } from './contacts.ts'
import { statuses, statusNames } from './event-status.ts'
import { countryCodes, countryName } from './countries.ts'
import { listNames } from './list-names.ts'
import { ofNouns } from './nouns.ts'
import { deliveryNames, deliveries } from './notifications.ts'
import { roleNames, roles } from './permissions.ts'
import { policyActionNames, policyScopeNames, policyActions, policyScopes } from './policies.ts'
import { ruleScopeNames, ruleScopes, ruleTypeNames, ruleTypes } from './policy-rules.ts'
import { parsePeriod } from './retention.ts'
import { severities, severityNames } from './severities.ts'
import { exportedRows } from './exported-rows.ts'

/** A piece of a sentence; names are marked. */
interface Words {
  readonly text: string
  readonly isName?: true
  /** The actor, as a link to all that they did. */
  readonly isActor?: true
  /** The target, as a link to it. */
  readonly isTarget?: true
}

/** How a sentence refers to a target of a kind, with and without its name. */
export const targetKinds: Readonly<Record<string, readonly [named: string, unnamed: string]>> = {
  ...ofNouns('targets'),
  user: ['', 'a user'],
  'cognitive-event': ['the event ', 'an event'],
  'cognitive-events': ['cognitive events ', 'cognitive events'],
  message: ['a message by ', 'a message'],
  conversation: ['the conversation with ', 'a conversation'],
  attachment: ['the attachment ', 'an attachment'],
  'comment-file': ['the evidence file ', 'an evidence file'],
  account: ['the account ', 'an account'],
  import: ['', 'a file'],
  organization: ['', 'the organization'],
  export: ['an export of ', 'an export'],
  messages: ['messages ', 'messages'],
  contacts: ['contacts ', 'contacts'],
  conversations: ['conversations ', 'conversations'],
  everything: ['everything ', 'everything'],
  'sign-in': ['', 'an unknown user'],
  coverage: ['the coverage of accounts ', 'the coverage of accounts'],
  'audit-events': ['the audit trail ', 'the audit trail'],
  ...Object.fromEntries(Object.entries(exportedRows).map(([kind, name]) => [kind, [`${name} `, name]])),
}

type Sentenced = Pick<AuditEvent, 'type' | 'actor' | 'target' | 'changes'>

/** A sentence: "Ana Bell changed the role of Tom Reed from Analyst to Compliance". */
export function auditSentence(event: Sentenced): string {
  return auditWords(event)
    .map(({ text }) => text)
    .join('')
}

/** The same in pieces, so that names can be formatted. */
export function auditWords(event: Sentenced): Words[] {
  const { sentence } = auditWordsOf(event.type)
  return sentence.split(/(\[[^\]]*\])/u).flatMap((part) => {
    if (!part.startsWith('[')) return fill(part, event) ?? []
    return fill(part.slice(1, -1), event) ?? []
  })
}

/** Undefined if one of its values is unknown. */
function fill(part: string, event: Sentenced): Words[] | undefined {
  const pieces = part
    .split(/(\{[^}]*\})/u)
    .filter((piece) => piece !== '')
    .map((piece) => (piece.startsWith('{') ? wordsFor(piece.slice(1, -1), event) : [{ text: piece }]))
  return pieces.includes(undefined) ? undefined : pieces.flatMap((piece) => piece ?? [])
}

function wordsFor(asked: string, { actor, target, changes }: Sentenced): Words[] | undefined {
  if (asked === 'actor') return [{ text: actor.name, isName: true, isActor: true }]
  if (asked === 'target') return targetWords(target)
  const [side, field] = asked.split(':')
  if (side === 'target') return [{ text: field ?? '', isTarget: true }]
  const change = changes.find((one) => one.field === field)
  if (!change) return undefined
  return [{ text: valueText(side === 'old' ? change.old : change.new, field), isName: true }]
}

function targetWords(target: AuditEvent['target']): Words[] {
  const [named, unnamed] = targetKinds[target?.kind ?? ''] ?? ['', 'something']
  return target?.name
    ? [{ text: named }, { text: target.name, isName: true, isTarget: true }]
    : [{ text: unnamed, isTarget: true }]
}

/** A change in one line: "Name: Desk A → Desk B". Source: docs/rules/audit.md. */
export function changeLine(change: AuditChange): string {
  const { field, old, new: next } = change
  return `${fieldText(field)}: ${valueText(old, field)} → ${valueText(next, field)}`
}

/** What was counted: "3 members added, 1 group removed", "12 rows", "1 failed". */
export function countsLine(counts: AuditEvent['counts']): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const [, noun = name, verb] = /^(\w+?)(Added|Removed|Moved|Released|Ended)$/.exec(name) ?? []
      const word = count === 1 ? spaced(noun).replace(/s$/, '') : spaced(noun)
      return `${count} ${word}${verb ? ` ${verb.toLowerCase()}` : ''}`
    })
    .join(', ')
}

/** A field as people read it: `sharedConversationHistory` → "Shared conversation history", `isShared` → "Shared". */
export function fieldText(field: string): string {
  const words = /^[a-z][A-Za-z\d_-]*$/.test(field) ? spaced(field.replace(/^is(?=[A-Z])/, '')) : field // already words
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const spaced = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()

const namesOf = <V extends string>(values: readonly V[], names: Readonly<Record<V, string>>) =>
  values.map((value) => [value, names[value]] as const)

/** Values that are constants in the contract and have a label for people. */
const known = new Map<string, string>([
  ...namesOf(roles, roleNames),
  ...namesOf(channels, channelNames),
  ...namesOf(statuses, statusNames),
  ...namesOf(severities, severityNames),
  ...namesOf(deliveries, deliveryNames),
  ...namesOf(policyActions, policyActionNames),
  ...namesOf(policyScopes, policyScopeNames),
  ...namesOf(ruleTypes, ruleTypeNames),
  ...namesOf(ruleScopes, ruleScopeNames),
  ...namesOf(shareLevels, shareLevelNames),
])
const mostShown = 20

/** A value as people read it. @param field The field of the value: a country is shown by its name. */
export function valueText(value: unknown, field?: string): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return wordsOf(value, field)
  if (typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return partsText(value as object)
  if (value.length === 0) return 'none'
  const shown = value
    .slice(0, mostShown)
    .map((one) => valueText(one, field))
    .join(', ')
  return value.length > mostShown ? `${shown} and ${value.length - mostShown} more` : shown
}

/** Fields that hold the words of a person, which are shown as written: a pattern "high" is no severity. */
const asWritten = new Set([
  'description',
  'emailMessage',
  'emailSubject',
  'name',
  'note',
  'pattern',
  'purpose',
  'reason',
  'search',
  'text',
])

function wordsOf(value: string, field: string | undefined): string {
  if (field !== undefined && asWritten.has(field)) return value
  return (field && wordsOfField[field]?.(value)) || wordsOfAny(value)
}

/** Values that mean something else in other fields. Empty if this is none of them. */
const wordsOfField: Readonly<Record<string, (value: string) => string>> = {
  country: (value) => (countryCodes.includes(value) ? countryName(value) : ''),
  gap: (value) => new Map<string, string>(Object.entries(gapNames)).get(value) ?? '',
  list: (value) => listNames.get(value) ?? '',
  period: (value) => (/^\d+$/.test(value) ? `last ${value === '1' ? 'day' : `${value} days`}` : ''),
}

function wordsOfAny(value: string): string {
  return known.get(value) ?? periodText(value) ?? momentText(value) ?? value
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Undefined if it is not a point in time. In UTC, because a line of the trail reads the same for everyone. */
const momentText = (value: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? `${moment.format(new Date(value))} UTC` : undefined

/** A value with parts in one line. */
const partsText = (value: object) =>
  partsOf(value)
    .map(([name, part]) => `${name}: ${part}`)
    .join('; ') || 'none'

/** The parts of a value, such as a rule, that are not empty: their names and values as people read them. */
export function partsOf(value: object): (readonly [name: string, part: string])[] {
  const said = Object.entries(value).filter(([, part]) => !isSilent(part))
  return said.map(([name, part]) => [fieldText(name), valueText(part, name)] as const)
}

const isSilent = (part: unknown) =>
  part === null ||
  part === undefined ||
  part === '' ||
  (typeof part === 'object' && Object.keys(part).length === 0)

function periodText(value: string): string | undefined {
  const period = parsePeriod(value)
  return period && `${period.count} ${period.unit}${period.count === 1 ? '' : 's'}`
}

/** A value that a change does not show. */
export const isBlank = (value: unknown) => value === null || value === undefined || value === ''
