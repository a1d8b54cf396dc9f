/** The devices on which the signed-in user is signed in. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { uuid } from './ids.ts'

/** A sign-in that has not ended: one browser on one device. */
export const Device = z.object({
  id: uuid(),
  /** The session of this request. */
  isCurrent: z.boolean(),
  address: z.string().optional(),
  /** The browser's own name. */
  agent: z.string().optional(),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** Whether a second step was part of the sign-in. */
  secondStep: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const listDevices = endpoint({
  method: 'GET',
  path: '/bff/account/devices',
  response: z.object({ items: z.array(Device) }),
  access: 'signed-in',
})

/** Signs a device out. */
export const endDevice = endpoint({
  method: 'DELETE',
  path: '/bff/account/devices/:id',
  params: z.object({ id: uuid() }),
  response: z.object({}),
  access: 'signed-in',
  failures: ['account.device-not-found'],
})

/**
 * Signs every other device out. The page itself calls an external user pool. Earlier tokens are refused from then on,
 * including the caller's.
 */
export const endOtherDevices = endpoint({
  method: 'DELETE',
  path: '/bff/account/devices',
  response: z.object({ ended: z.int() }),
  access: 'signed-in',
})
