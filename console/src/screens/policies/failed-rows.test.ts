import { expect, test } from 'vitest'
import { failedRowsText } from './failed-rows.ts'

test('rows that are no rules go into a file that no spreadsheet computes', () => {
  const errors = [{ row: 2, pattern: '=cmd("a,b")', message: 'This regex has wrong pattern.' }]
  expect(failedRowsText(errors)).toBe(
    `row,pattern,error\r\n2,"'=cmd(""a,b"")",This regex has wrong pattern.\r\n`,
  )
})
