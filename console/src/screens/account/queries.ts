import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { Session } from '@verbatim/client/session.ts'
import { getAccount, listDevices } from '@verbatim/contract/account.ts'

/** What the reader keeps of their own. */
export const accountQuery = (api: Api) =>
  queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => api(getAccount, {}, signal) })

/** Where the reader is signed in. */
export const devicesQuery = (api: Api) =>
  queryOptions({ queryKey: ['account', 'devices'], queryFn: ({ signal }) => api(listDevices, {}, signal) })

/** Whether the reader's sign-in asks for an authenticator, as the pool that keeps it says. */
export const poolAuthenticatorQuery = ({ authenticator }: Session) =>
  queryOptions({ queryKey: ['account', 'authenticator'], queryFn: () => authenticator.isOn() })
