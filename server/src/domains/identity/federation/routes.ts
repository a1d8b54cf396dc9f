import { randomUUID } from 'node:crypto'
import { recordAudit } from '#domains/audit/commands.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newSession, openChallenge, takeChallenge, tenantOfSession } from '#domains/identity/challenges.ts'
import type { HostedContext } from '#domains/identity/hosted/addresses.ts'
import {
  answerTo,
  type Authorization,
  isRefused,
  readAuthorization,
  refuseAuthorization,
} from '#domains/identity/hosted/authorize.ts'
import { browserCookie, formToken, isSameBrowser, rememberBrowser } from '#domains/identity/hosted/browser.ts'
import { issueCode } from '#domains/identity/hosted/codes.ts'
import { refusalPage } from '#domains/identity/hosted/pages.ts'
import {
  holdSingleSignOn,
  isSameProvider,
  type Provider,
  providerPlace,
} from '#domains/identity/hosted/single-sign-on.ts'
import { isAdmitted, viaOf } from '#domains/identity/memory.ts'
import { IdentityError } from '#domains/identity/protocol.ts'
import { beginSession } from '#domains/identity/sessions.ts'
import { type Answering, recordUserAct } from '#domains/identity/sign-in.ts'
import { Failure } from '#kernel/failure.ts'
import { newToken } from '#platform/crypto.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { originOf, setCookie } from '#platform/http/cookies.ts'
import { admit, type Stranger } from './people.ts'
import { beginAtProvider, finishAtProvider, type ProviderOptions, type Vouched } from './provider.ts'

/** The address for the answers of an organization's provider, the same as Cognito's. */
export const providerAnswerPath = '/oauth2/idpresponse'

/** Redirects to an organization's own provider, and takes its answer. */
export function federationRoutes(pages: FastifyInstance, ctx: HostedContext): void {
  pages.get('/login/provider', (request, reply) => begin(ctx, request, reply))
  pages.get(providerAnswerPath, (request, reply) => finish(ctx, request, reply))
}

async function begin(ctx: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const asked = await readAuthorization(ctx, request)
  if (isRefused(asked)) return refuseAuthorization(reply, asked)
  const { provider } = asked.singleSignOn
  const origin = originOf(ctx.publicBaseUrl, request)
  if (!provider || !asked.origins.includes(origin))
    return refuseAuthorization(reply, {
      tell: 'person',
      message: 'Single sign-on is not set up for this organization.',
    })
  const { tenantId, loginHint, query } = asked
  if (!isAdmitted(ctx, { address: request.ip, agent: undefined })) throw new Failure('request.too-many')
  const state = newSession(tenantId)
  const [nonce, verifier] = [newToken(), newToken()]
  const browser = formToken(ctx, request, reply)
  await inTenant(ctx.db, tenantId, (tx) =>
    openChallenge(tx, ctx, {
      handle: state,
      kind: 'PROVIDER',
      username: randomUUID(),
      remembered: { nonce, verifier, browser, query },
    }),
  )
  try {
    const options = optionsOf(ctx, asked, provider)
    const binding = { state, nonce, verifier }
    const redirectUri = origin + providerAnswerPath
    return reply.redirect(await beginAtProvider(provider, options, { redirectUri, binding, loginHint }))
  } catch (error) {
    request.log.warn({ err: error, tenantId }, 'a provider of single sign-on is out of reach')
    return refuseAuthorization(reply, {
      tell: 'person',
      message: `${provider.name} cannot be reached. Try again.`,
    })
  }
}

async function finish(ctx: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const { state } = request.query as { state?: unknown }
  const begun = await takeBegun(ctx, request, typeof state === 'string' ? state : '')
  if (!begun) return refuseAuthorization(reply, { tell: 'person', message: endedText })
  const { tenantId, remembered, handle } = begun
  const asked = await readAuthorization(ctx, request, new URLSearchParams(remembered.query ?? ''))
  if (isRefused(asked)) return refuseAuthorization(reply, asked)
  const { provider } = asked.singleSignOn
  if (!provider) return refuseAuthorization(reply, { tell: 'person', message: endedText })
  let vouched: Vouched
  try {
    vouched = await finishAtProvider(provider, optionsOf(ctx, asked, provider), {
      url: new URL(request.url, originOf(ctx.publicBaseUrl, request)),
      binding: { state: handle, nonce: remembered.nonce ?? '', verifier: remembered.verifier ?? '' },
    })
  } catch (error) {
    request.log.warn({ err: error, tenantId }, 'an answer of single sign-on was not taken')
    return reply.redirect(answerTo(asked.redirectUri, { error: 'access_denied', state: asked.state }))
  }
  return letIn(ctx, request, reply, { asked, provider, vouched })
}

interface Arrival {
  readonly asked: Authorization
  readonly provider: Provider
  readonly vouched: Vouched
}

async function letIn(
  ctx: HostedContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked, provider, vouched }: Arrival,
): Promise<FastifyReply> {
  const { tenantId, scope, redirectUri, state } = asked
  const caller = { address: request.ip, agent: request.headers['user-agent'] }
  const answering = { ctx, tenantId, caller }
  const issued = await inTenant(ctx.db, tenantId, async (tx) => {
    // It may have been replaced since it was asked.
    const { enabled, provider: current } = await holdSingleSignOn(tx)
    if (!enabled || !current || !isSameProvider(current, provider)) return undefined
    const user = await admit(tx, answering, current, vouched)
    if (typeof user === 'string') {
      await recordStranger(tx, answering, vouched)
      return user
    }
    await recordUserAct(tx, answering, user, 'sign_in')
    const begun = { authTime: ctx.now(), secondStep: false, byProvider: true }
    const { token, hash } = await rememberBrowser(tx, ctx, { user, ...begun })
    const beginning = { ...caller, ...begun, scope, browser: hash, byCode: true }
    const grant = await beginSession(tx, ctx, user, beginning)
    return { code: await issueCode(tx, ctx, asked, grant), browser: token }
  })
  if (!issued) return refuseAuthorization(reply, { tell: 'person', message: endedText })
  if (typeof issued === 'string') {
    request.log.warn({ tenantId, reason: issued }, 'a user was not admitted by single sign-on')
    const words = strangerTexts[issued].replace('{provider}', provider.name)
    return reply.status(403).type('text/html; charset=utf-8').send(refusalPage(words, asked.organization))
  }
  setCookie(ctx.publicBaseUrl, reply, browserCookie, issued.browser)
  return reply.redirect(answerTo(redirectUri, { code: issued.code, state }))
}

/** Audits users who were not admitted, by the provider's name for them, because they have not typed one here. */
function recordStranger(
  tx: TenantTx,
  { ctx, caller }: Answering,
  { email, subject }: Vouched,
): Promise<void> {
  const target = { kind: 'sign-in', id: subject, name: email ?? subject }
  const actor = { userId: undefined, name: 'Unknown', via: viaOf(caller) }
  return recordAudit(tx, actor, { type: 'sign_in_refused', target }, ctx.now())
}

const endedText = 'This sign-in was started elsewhere or has expired. Start again.'

const strangerTexts: Record<Stranger, string> = {
  'no-address': '{provider} did not provide your email address.',
  unverified: '{provider} did not confirm your email address.',
  'foreign-domain': '{provider} is not allowed to sign in email addresses of this domain.',
  unknown: 'There is no account for your email address. Ask your administrator for an invitation.',
  taken:
    'The account for your email address is linked to another person at {provider}. Contact your administrator.',
  disabled: 'Your account is disabled. Contact your administrator.',
  'by-password': 'Super Admins must sign in with their password.',
  'beyond-setter':
    'Your account has permissions that the person who set up {provider} does not have. Sign in with your password, or ask a Super Admin to save the single sign-on settings again.',
}

/** Returns the state that `begin` stored, once, and only to the same browser. */
async function takeBegun(ctx: HostedContext, request: FastifyRequest, handle: string) {
  try {
    const tenantId = tenantOfSession(handle)
    const { remembered } = await inTenant(ctx.db, tenantId, (tx) =>
      takeChallenge(tx, ctx, { handle, kind: 'PROVIDER' }),
    )
    return isSameBrowser(ctx, request, remembered.browser ?? '')
      ? { tenantId, remembered, handle }
      : undefined
  } catch (error) {
    if (error instanceof IdentityError) return undefined
    throw error
  }
}

function optionsOf(
  ctx: HostedContext,
  { tenantId }: Authorization,
  { secretSealed }: Provider,
): ProviderOptions {
  const { secrets, environment } = ctx
  const secret = secretSealed && secrets.unseal(secretSealed, providerPlace(tenantId)).toString()
  return { secret, environment, memory: ctx }
}
