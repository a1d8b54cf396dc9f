import { getSingleSignOn, type SingleSignOn, updateSingleSignOn } from '@verbatim/contract/single-sign-on.ts'
import type { FastifyInstance } from 'fastify'
import { changeSingleSignOn, findSingleSignOn } from '#domains/identity/hosted/single-sign-on.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { originOf } from '#platform/http/cookies.ts'
import { route } from '#platform/http/route.ts'
import { providerAnswerPath } from '#domains/identity/federation/routes.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['organization', 'audit'])

interface SingleSignOnContext extends Pick<IdentityContext, 'secrets' | 'now' | 'identity'> {
  readonly environment: string
  readonly publicBaseUrl: string
  /** The sign-in of users who do not use the embedded service. */
  readonly awsPool?: unknown
}

/** Administrators' settings for signing in without a password of ours. */
export function singleSignOnRoutes(app: FastifyInstance, ctx: SingleSignOnContext): void {
  const { environment } = ctx
  const isKeptElsewhere = ctx.awsPool !== undefined
  route(app, getSingleSignOn, ({ request, read }) =>
    read((tx) => settingsOf(tx, originOf(ctx.publicBaseUrl, request), isKeptElsewhere)),
  )
  route(app, updateSingleSignOn, ({ actor, body, request, commit }) => {
    if (isKeptElsewhere) throw new Failure('single-sign-on.kept-elsewhere')
    if (environment !== 'local' && body.provider && !body.provider.issuer.startsWith('https://'))
      throw new Failure('single-sign-on.bad-issuer')
    return changing(commit, actor, async (tx) => {
      await changeSingleSignOn(tx, actor, body, ctx)
      return settingsOf(tx, originOf(ctx.publicBaseUrl, request), isKeptElsewhere)
    })
  })
}

async function settingsOf(tx: TenantTx, origin: string, isKeptElsewhere: boolean): Promise<SingleSignOn> {
  const { enabled, version, provider } = await findSingleSignOn(tx)
  const redirectUri = origin + providerAnswerPath
  if (!provider) return { enabled, version, redirectUri, isKeptElsewhere }
  const { name, issuer, clientId, mailDomains, createsPeople, secretSealed } = provider
  const shown = { name, issuer, clientId, mailDomains: [...mailDomains], createsPeople }
  return {
    enabled,
    version,
    redirectUri,
    isKeptElsewhere,
    provider: { ...shown, hasSecret: secretSealed !== undefined },
  }
}
