import { expect, test } from 'vitest'
import { failedRowsFile } from './failed-rows.ts'

test('invalid rows are written to a file that spreadsheets do not calculate', async () => {
  const errors = [{ row: 2, pattern: '=cmd("a,b")', message: 'This regex has wrong pattern.' }]
  expect(await failedRowsFile(errors).text()).toBe(
    `row,pattern,error\r\n2,"'=cmd(""a,b"")",This regex has wrong pattern.\r\n`,
  )
})
