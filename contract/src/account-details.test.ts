import { expect, test } from 'vitest'
import { accountDetails } from './account-details.ts'
import type { AccountEntry, AccountField } from './account-fields.ts'

const fieldOf = (kind: AccountField['kind']): AccountField => ({ name: kind, kind, label: 'Lines' })

test.each(['headers', 'lines'] as const)(
  'as many %s are allowed as in any other list, so that what was saved once can be saved again',
  (kind) => {
    const details = accountDetails({ fields: [fieldOf(kind)] } as unknown as AccountEntry)
    const lines = (count: number) => ({ [kind]: Array.from({ length: count }, (_, at) => `X-Acme-${at}`) })
    expect(details.parse(lines(100))).toEqual(lines(100))
    expect(details.safeParse(lines(101)).error?.issues[0]?.message).toBe('You can enter at most 100.')
  },
)
