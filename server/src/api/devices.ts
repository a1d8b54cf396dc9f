import {
  endDevice as endDeviceCall,
  endOtherDevices as endOtherDevicesCall,
  listDevices,
} from '@verbatim/contract/devices.ts'
import type { FastifyInstance } from 'fastify'
import { refuseEarlier } from '#domains/identity/aws/endings.ts'
import { endDevice, endOtherDevices, findDevices } from '#domains/identity/devices.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { route } from '#platform/http/route.ts'
import { type SessionContext, sessionOf } from './own-session.ts'

/** The devices on which the caller is signed in. */
export function deviceRoutes(app: FastifyInstance, ctx: IdentityContext & SessionContext): void {
  const { now } = ctx
  route(app, listDevices, async ({ actor, request, read }) => {
    const { id: current } = sessionOf(ctx, request)
    return {
      items: await read((tx) => findDevices(tx, actor, current, now())),
    }
  })
  route(app, endDeviceCall, ({ actor, params: { id }, commit }) =>
    commit(async (tx) => {
      await endDevice(tx, ctx, actor, id)
      return {}
    }),
  )
  route(app, endOtherDevicesCall, async ({ actor, request, commit }) => {
    const { id: current, keptAt } = sessionOf(ctx, request)
    return commit(async (tx) => {
      if (keptAt === 'here') return { ended: await endOtherDevices(tx, ctx, actor, current) }
      await refuseEarlier(tx, actor.userId, now())
      return { ended: 0 }
    })
  })
}
