import {
  forecastRetention,
  getOrganization,
  organizationLimits,
  recommendedLogo,
  removeOrganizationLogo,
  setOrganizationLogo,
  updateOrganization,
} from '@verbatim/contract/organizations.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import { drawLogo } from '#platform/pictures/logo.ts'
import type { Shares } from '#platform/shares.ts'
import { setLogo, updateProfile } from '#domains/organizations/profile-commands.ts'
import { requireProfile } from '#domains/organizations/profile-queries.ts'
import { requestFigures } from '#domains/metrics/rebuild.ts'
import { findZone } from '#domains/report-schedules/queries.ts'
import { followReportZone } from '#domains/report-schedules/zone-commands.ts'
import { requireSecondApprover } from '#flows/change-requests/operations.ts'
import { reconnectProvided } from '#flows/connect/provider.ts'
import { forecastDisposal } from '#flows/dispose/forecast.ts'
import type { Clock } from '#kernel/clock.ts'

interface OrganizationContext extends Clock {
  readonly secrets: Secrets
  readonly pictures: Shares
  /** The sign-in of users who do not use the embedded service. */
  readonly awsPool?: unknown
}

const changing = announcing(['organization', 'audit'])

/** The organization's settings, for administrators. */
export function organizationRoutes(
  app: FastifyInstance,
  { secrets, pictures, now, awsPool }: OrganizationContext,
): void {
  const isSecondStepKeptElsewhere = awsPool !== undefined
  route(app, getOrganization, ({ read }) => read(requireProfile))

  route(
    app,
    forecastRetention,
    ({ body, read }) => read((tx) => forecastDisposal(tx, body.dataRetention, now())),
    { asks: true },
  )

  route(app, updateOrganization, ({ actor, body, commit }) => {
    if (body.dataRetention && !actor.permissions.has('retention.manage'))
      throw new Failure('access.denied', { permission: 'retention.manage' })
    return changing(commit, actor, async (tx) => {
      const zone = await findZone(tx)
      await updateProfile(tx, actor, body, { secrets, now: now(), isSecondStepKeptElsewhere })
      if (body.secrets || body.messagingProviderAccountSid !== undefined) await reconnectProvided(tx, now())
      await requireSecondApprover(tx, body)
      if (body.timeZone !== undefined) await followReportZone(tx, zone)
      if (body.timeZone !== undefined || body.businessHours !== undefined) await requestFigures(tx, now())
      return requireProfile(tx)
    })
  })
  route(
    app,
    setOrganizationLogo,
    async ({ actor, body, commit, signal }) => {
      const drawn = await pictures.run(actor, () => drawLogo(body, recommendedLogo), signal)
      if (!drawn) throw new Failure('organization.bad-logo')
      return changing(commit, actor, async (tx) => {
        await setLogo(tx, actor, drawn, now())
        return requireProfile(tx)
      })
    },
    { bodyLimit: organizationLimits.logoBytes, tooLarge: () => new Failure('organization.logo-too-large') },
  )
  route(app, removeOrganizationLogo, ({ actor, commit }) =>
    changing(commit, actor, async (tx) => {
      await setLogo(tx, actor, undefined, now())
      return requireProfile(tx)
    }),
  )
}
