import { expect, test } from 'vitest'
import { isRefusal } from './db-errors.ts'

const failed = (code?: string) => Object.assign(new Error('failed'), code !== undefined && { code })

test.each([
  ['text that the database can’t store', failed('22021'), true],
  ['a broken constraint', failed('23514'), true],
  ['too much of something', failed('54000'), true],
  ['what a trigger raises', failed('P0001'), true],
  [
    'what a trigger refuses like a missing right',
    Object.assign(failed('42501'), { routine: 'exec_stmt_raise' }),
    true,
  ],
  ['a value that Node refuses', failed('ERR_INVALID_ARG_TYPE'), true],
  ['what a connector can’t read', failed(), true],
  ['a database that can only be read', failed('25006'), false],
  ['a statement that took too long', failed('57014'), false],
  ['damaged tables', failed('XX001'), false],
  ['a missing right', failed('42501'), false],
  ['a lost connection', failed('08006'), false],
  ['an expired certificate of the database', failed('CERT_HAS_EXPIRED'), false],
  ['a full disk', failed('ENOSPC'), false],
  ['a pool that is closed', new Error('Cannot use a pool after calling end on the pool'), false],
])('%s refuses a delivery, or is waited for', (_, error, refuses) => {
  expect(isRefusal(error)).toBe(refuses)
})
