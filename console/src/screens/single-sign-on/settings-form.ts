import {
  type SingleSignOn,
  SingleSignOnChange,
  updateSingleSignOn,
} from '@verbatim/contract/single-sign-on.ts'
import type { PageEditing, PageFormDefinition } from '#editor/use-page-form.ts'
import { singleSignOnQuery } from './queries.ts'

/** The values of the form. */
interface Values {
  readonly enabled: boolean
  readonly hasProvider: boolean
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** If empty, the stored one is kept. */
  readonly secret: string
  readonly mailDomains: readonly string[]
  readonly createsPeople: boolean
}

export type SettingsEditing = PageEditing<SingleSignOn, Values>

export const settingsForm: PageFormDefinition<SingleSignOn, Values, SingleSignOnChange> = {
  toValues: ({ enabled, provider }) => ({
    enabled,
    hasProvider: provider !== undefined,
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    secret: '',
    mailDomains: provider?.mailDomains ?? [],
    createsPeople: provider?.createsPeople ?? false,
  }),
  schema: SingleSignOnChange,
  secrets: ['secret'],
  toBody: ({ enabled, hasProvider, secret, ...given }, { version: expectedVersion }) => {
    const { name, issuer, clientId, mailDomains, createsPeople } = given
    const provider = { name, issuer, clientId, mailDomains, createsPeople, ...(secret !== '' && { secret }) }
    return { expectedVersion, enabled, provider: hasProvider ? provider : null }
  },
  // A field of the provider, or the whole provider.
  at: (path) => String(path[1] ?? ''),
  // For the secret, only whether a new one is typed.
  wordsOf: (values) => ({
    'Single sign-on': values.enabled ? 'offered' : 'not offered',
    'Own provider': values.hasProvider ? 'yes' : 'no',
    Name: values.name,
    Address: values.issuer,
    'Client ID': values.clientId,
    'Client secret': values.secret === '' ? '' : 'entered here',
    'Email domains': values.mailDomains.join(', '),
    'Creates accounts': values.createsPeople ? 'yes' : 'no',
  }),
  query: singleSignOnQuery,
  save: (api, body) => api(updateSingleSignOn, { body }),
  changed: 'single-sign-on.changed',
  fieldOf: ({ code }) => (code === 'single-sign-on.bad-issuer' ? 'issuer' : ''),
  failed: 'Single sign-on was not saved',
}
