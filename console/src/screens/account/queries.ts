import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { Session } from '@verbatim/client/session.ts'
import { getAccount } from '@verbatim/contract/account.ts'
import { listDevices } from '@verbatim/contract/devices.ts'

/** The reader's own account. */
export const accountQuery = (api: Api) =>
  queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => api(getAccount, {}, signal) })

/** The reader's signed-in devices. */
export const devicesQuery = (api: Api) =>
  queryOptions({ queryKey: ['account', 'devices'], queryFn: ({ signal }) => api(listDevices, {}, signal) })

/** Whether the reader's sign-in requires an authenticator, according to the user pool. */
export const poolAuthenticatorQuery = ({ authenticator }: Session) =>
  queryOptions({ queryKey: ['account', 'authenticator'], queryFn: () => authenticator.isOn() })
