/** What the values that connect an account may be. */
import { z } from 'zod'
import { type AccountEntry, type AccountField, isSecretKind } from './account-fields.ts'
import { readHeaderLine } from './header-lines.ts'
import { requiredText, text, urlText } from './text.ts'

export const accountFieldLimits = {
  url: 500,
  secret: 512,
  keys: 16_384,
  line: 200,
  lines: 100,
} as const

const secretText = 'Use letters, digits and symbols without spaces.'

const keysText = 'Enter private keys that are not encrypted, each from its BEGIN line to its END line.'
const privateKeys = /^(?:\s*-----BEGIN ((?:RSA )?PRIVATE KEY)-----[A-Za-z0-9+/=\r\n]+-----END \1-----)*\s*$/

const headerText = 'Enter a header, such as X-Acme-Chat. A regex for its value may follow after a colon.'
const appText = 'Only a header that marks chats can name an app.'

const lineText = text({ max: accountFieldLimits.line, min: 1 })
const linesOf = (line: z.ZodType) =>
  z.array(line).max(accountFieldLimits.lines, `You can enter at most ${accountFieldLimits.lines}.`)

const schemas: Record<AccountField['kind'], (field: AccountField) => z.ZodType> = {
  url: ({ label }) =>
    text({ max: accountFieldLimits.url, min: 1, empty: requiredText(label) }).refine(isWebAddress, urlText),
  secret: () =>
    z
      .string()
      .max(accountFieldLimits.secret, `At most ${accountFieldLimits.secret} characters are allowed.`)
      .regex(/^[\x21-\x7e]*$/, secretText),
  keys: () =>
    z
      .string()
      .max(accountFieldLimits.keys, `At most ${accountFieldLimits.keys} characters are allowed.`)
      .regex(privateKeys, keysText),
  lines: () => linesOf(lineText),
  headers: ({ namesApp }) =>
    linesOf(
      lineText
        .refine((line) => readHeaderLine(line), headerText)
        .refine((line) => namesApp || !readHeaderLine(line)?.app, appText),
    ),
  'yes-no': () => z.boolean(),
}

function isWebAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  )
}

/** The details of an account with these fields. A secret that is absent or empty stays as it is. */
export function accountDetails({ fields }: Pick<AccountEntry, 'fields'>) {
  return z.strictObject(
    Object.fromEntries(
      fields.map((field) => {
        const schema = schemas[field.kind](field)
        return [field.name, field.isRequired && !isSecretKind(field.kind) ? schema : schema.optional()]
      }),
    ),
  )
}
