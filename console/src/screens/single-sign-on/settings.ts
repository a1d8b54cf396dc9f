import type { SingleSignOn } from '@verbatim/contract/single-sign-on.ts'
import { SingleSignOnChange } from '@verbatim/contract/single-sign-on.ts'

/** What stands in the form. */
export interface Values {
  readonly enabled: boolean
  readonly hasProvider: boolean
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** Empty: the one that is kept stays. */
  readonly secret: string
  readonly mailDomains: readonly string[]
  readonly createsPeople: boolean
}

export type Errors = Readonly<Record<string, string | undefined>>

export function toValues({ enabled, provider }: SingleSignOn): Values {
  return {
    enabled,
    hasProvider: provider !== undefined,
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    secret: '',
    mailDomains: provider?.mailDomains ?? [],
    createsPeople: provider?.createsPeople ?? false,
  }
}

/** Reads the form by the contract's own rules: the change, or what is wrong with each field. */
export function toChange(
  expectedVersion: number,
  { enabled, hasProvider, name, issuer, clientId, secret, mailDomains, createsPeople }: Values,
): { readonly change: SingleSignOnChange } | { readonly errors: Errors } {
  const given = { name, issuer, clientId, mailDomains, createsPeople, ...(secret === '' ? {} : { secret }) }
  const provider = hasProvider ? { provider: given } : {}
  const read = SingleSignOnChange.safeParse({ expectedVersion, enabled, ...provider })
  if (read.success) return { change: read.data }
  return {
    errors: Object.fromEntries(
      read.error.issues.map(({ path, message }) => [String(path[1] ?? ''), message]),
    ),
  }
}

/** Each setting in words, to tell two versions apart. Of the secret only that another one is written. */
export function wordsOf(values: Values): Record<string, string> {
  return {
    'Single sign-on': values.enabled ? 'offered' : 'not offered',
    'Own provider': values.hasProvider ? 'yes' : 'no',
    Name: values.name,
    Address: values.issuer,
    'Client ID': values.clientId,
    'Client secret': values.secret === '' ? '' : 'entered here',
    'Mail domains': values.mailDomains.join(', '),
    'Creates accounts': values.createsPeople ? 'yes' : 'no',
  }
}
