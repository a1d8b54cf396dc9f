import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { NewPassword, passwordProblems } from './passwords.ts'

test.each([
  ['Corr3ct-Horse', []],
  ['Aa1 bbbb', []],
  ['Aa1^$*.[', []],
  ['Ää1-bbbA', []],
  ['Sh0rt-x', ['Password not long enough']],
  ['alllower-1', ['Password must have uppercase characters']],
  ['ALLUPPER-1', ['Password must have lowercase characters']],
  ['NoNumber-x', ['Password must have numeric characters']],
  ['NoSymbol1x', ['Password must have symbol characters']],
  ['No§Symbol1', ['Password must have symbol characters']],
  ['Aa1bbbbb ', ['Password must not begin or end with a space']],
  [' Aa1-bbbb', ['Password must not begin or end with a space']],
  [`Aa1-${'b'.repeat(253)}`, ['Password is too long']],
  ['💼💼Aa1-', ['Password not long enough']],
  [`Long-er 2 ${'x'.repeat(64)}`, []],
  ['Password1!', ['Password is too common']],
])('the password %j has the problems %j', (password, problems) => {
  expect(passwordProblems(password)).toEqual(problems)
  expect(NewPassword.safeParse(password).success).toBe(problems.length === 0)
})

test('every special character of the protocol counts by itself', () => {
  for (const character of '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-') {
    expect(passwordProblems(`Aa1bbbb${character}`)).toEqual([])
  }
})

test.each([
  'Password1!',
  'P@ssw0rd',
  'Pa$$w0rd123',
  'Welcome2026!',
  'Summer2024!',
  'Qwerty123!',
  'Admin@123',
  '1qaz@WSX',
  'Aa123456!',
  'Abcd1234!',
  'Q1w2e3r4!',
  'Letmein1!',
  'Test@1234',
  '!Dragon77',
  'PasswordPassword1!',
])('%s is refused as too common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
  expect(NewPassword.safeParse(password).error?.issues[0]?.message).toMatch(/too common/)
})

test.each([
  'Correct-Horse-7',
  'Summer in Zermatt 2026!',
  'xK9#mPq2vL',
  'Password!8372938472',
  'Tr0mbone-Quay',
])('%s is not', (password) => expect(passwordProblems(password)).toEqual([]))

test('random passwords are hardly ever refused, and none up to 256 characters for its length', () => {
  const letter = fc.constantFrom(...Array.from('abcdefghijkmnopqrstuvwxyz'))
  fc.assert(
    fc.property(fc.array(letter, { minLength: 12, maxLength: 240 }), (letters) => {
      fc.pre(new Set(letters).size > 6)
      return passwordProblems(`A1-${letters.join('')}`).length === 0
    }),
  )
})
