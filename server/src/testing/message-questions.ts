/** Generated questions to the list of messages, and generated readers. */
import { channels } from '@verbatim/contract/channels.ts'
import { type Condition, type Field, operatorsOf } from '@verbatim/contract/list-filter.ts'
import type { parseListQuery } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import fc from 'fast-check'
import type { MessageField } from '#domains/messages/search-question.ts'
import { accounts, contacts, groups, owners, profiles, subthemes, themes } from './searched-messages.ts'
import { anyScopeOf } from './scopes.ts'

export type MessageQuestion = ReturnType<typeof parseListQuery<typeof messageList.fields, 'messageBody'>>

const idsOf: Readonly<Record<string, readonly string[]>> = {
  groupId: groups,
  accountId: accounts,
  recipientId: [...owners, ...contacts],
  permissionProfileId: profiles,
  themeId: themes,
  subthemeId: subthemes,
}

function valueOf(name: string, field: Field): fc.Arbitrary<string> {
  if (field.values) return fc.constantFrom(...field.values)
  if (field.type === 'date')
    return fc
      .integer({ min: 0, max: 95 })
      .map((days) => new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10))
  if (field.type === 'number') return fc.constantFrom('0', '1', '2', '-3', '1.5')
  if (field.type === 'uuid') return fc.constantFrom(...(idsOf[name] ?? owners))
  return fc.constantFrom(
    'off',
    'RECORD',
    'Ann Ash',
    '%',
    '_',
    '\\',
    "'",
    '"',
    'Re: record',
    ',',
    '的',
    '$1',
    '%L',
    'ขวั',
  )
}

const condition: fc.Arbitrary<Condition> = fc
  .constantFrom(...Object.entries<Field>(messageList.fields))
  .chain(([field, type]) =>
    fc.constantFrom(...operatorsOf(type)).chain((operator) => {
      const [minLength, maxLength] = {
        in: [1, 3],
        nin: [1, 3],
        between: [2, 2],
        empty: [0, 0],
        nempty: [0, 0],
      }[operator as string] ?? [1, 1]
      return fc
        .array(valueOf(field, type), { minLength: minLength!, maxLength: maxLength! })
        .map((values) => ({ field, operator, values }))
    }),
  )

/** What readers may see. */
export const anyScope = anyScopeOf(channels, groups, 3)

/** Questions to the list of messages. */
export const anyQuestion = fc
  .record({
    limit: fc.constantFrom(1, 7, 50),
    skip: fc.constantFrom(0, 0, 3, 60),
    sort: fc.uniqueArray(
      fc.record({
        field: fc.constantFrom(
          ...(Object.keys(messageList.fields) as MessageField[]).filter(
            (name) => (messageList.fields[name] as Field).sort,
          ),
        ),
        direction: fc.constantFrom('asc' as const, 'desc' as const),
      }),
      { minLength: 1, maxLength: 2, selector: ({ field }) => field },
    ),
    filter: fc.array(condition, { maxLength: 2 }),
    text: fc.option(
      fc.oneof(
        fc.constantFrom(
          'record',
          '"off the record"',
          'rec*',
          '手机',
          '坏',
          'สวัสดี',
          'off OR public',
          '-record',
          'off -the',
          '!!!',
        ),
        fc.string({ unit: 'binary', maxLength: 6 }),
      ),
      { nil: undefined, freq: 2 },
    ),
  })
  .map(
    ({ text, ...query }) =>
      ({
        ...query,
        ...(text !== undefined && { search: { field: 'messageBody', text } }),
      }) as MessageQuestion,
  )
