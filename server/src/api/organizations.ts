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
import { setLogo } from '#domains/organizations/profile-commands.ts'
import { requireProfile } from '#domains/organizations/profile-queries.ts'
import { changeOrganization } from '#flows/change-organization/change-organization.ts'
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

  route(app, updateOrganization, ({ actor, body, commit }) =>
    changing(commit, actor, async (tx) => {
      await changeOrganization(tx, actor, body, { secrets, now: now(), isSecondStepKeptElsewhere })
      return requireProfile(tx)
    }),
  )
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
