import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyComment } from './event-comments.ts'
import { type FailureCode, failures } from './errors.ts'
import { passwordsDifferText } from './passwords.ts'
import { profileFailedText } from './permission-profiles.ts'
import { emptyText, requiredText } from './text.ts'

const generic =
  'Oops! We encountered an unexpected error. Please try again or contact your support representative for assistance.'

/** The fixed texts, and their failures. Source: docs/rules/texts.md. */
test.each<[FailureCode, string]>([
  ['identity.wrong-credentials', 'Incorrect email address or password'],
  ['identity.wrong-code', 'Incorrect authentication code'],
  ['account.wrong-code', 'Incorrect authentication code'],
  ['session.expired', 'Your session has expired.'],
  ['session.missing', 'Your session has expired.'],
  ['internal', generic],
  ['network', generic],
  ['conversation.not-found', "Oops! Entity with specified ID doesn't exist..."],
  ['theme.not-found', "Oops! Entity with specified ID doesn't exist..."],
  ['message.not-found', "Oops! Message with specified ID doesn't exist..."],
  ['event.not-found', "Oops! Cognitive event with specified ID doesn't exist..."],
  ['permission-profile.name-taken', 'A Permission Profile with this same name already exists.'],
  ['export.failed', 'Cannot generate {format} file with given data'],
  ['request.bad-host', 'Invalid hostname: {host} hostname must have 3 levels'],
  ['user.bad-phone', 'The phone number is not in a correct format'],
  ['contact.bad-phone', 'The phone number is not in a correct format'],
  ['import.not-csv', 'The uploaded file needs to be in csv format'],
  ['policy.not-csv', 'The uploaded file needs to be in csv format'],
  ['policy.bad-regex', 'This regex has wrong pattern.'],
  ['policy.empty', 'This field cannot be empty.'],
  ['policy.needs-group', 'Please select at least one Group'],
  ['policy.rule-kept', 'Cannot remove this rule'],
  [
    'policy.mixed-file-types',
    'You cannot add the ‘{selected}’ rule to a policy that already includes a ‘{included}’ rule.',
  ],
])('%s reads: %s', (code, words) => {
  expect(failures[code].message).toBe(words)
})

test('fields use the words of the specification', () => {
  expect(emptyText).toBe('Field cannot be empty.')
  expect(requiredText('Role')).toBe('Role is required')
  expect(passwordsDifferText).toBe('Passwords do not match.')
  expect(profileFailedText).toBe(
    'Oops! An unexpected error occurred…try again or contact your support representative',
  )
  expect(emptyComment).toBe('Please indicate the content of your comment to be added.')
})

test('every failure has a status of its kind, and a sentence', () => {
  for (const [code, { status, message }] of Object.entries(failures)) {
    expect(status === 0 || (status >= 400 && status <= 505), code).toBe(true)
    expect(message, code).toMatch(/^[A-Z{].*(\.|…|\.\.\.|[a-z}]|https:\/\/)$/)
    if (code.endsWith('.not-found')) expect(status, code).toBe(code === 'event.file-not-found' ? 400 : 404)
    if (code.endsWith('.changed')) expect(status, code).toBe(409)
  }
})

/** Built from a prefix and the problem of the file, or by the browser, so these codes do not occur in the sources. */
const isComposed = (code: string) => /^import\.(bad-workbook|empty|too-many-(rows|columns))$/.test(code)

test('every failure is raised by the server or the client', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = [
    'server/src',
    'client/src',
    'console/src',
    'contract/src/identity.ts',
    'contract/src/account.ts',
  ]
    .flatMap((place) => filesIn(join(root, place)))
    .filter((file) => !/\.(test|e2e)\.tsx?$|routeTree/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
  const silent = Object.keys(failures).filter(
    (code) => !isComposed(code) && !sources.some((source) => source.includes(`'${code}'`)),
  )
  expect(silent).toEqual([])
})

function filesIn(place: string): string[] {
  if (/\.tsx?$/.test(place)) return [place]
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(place, file))
}
