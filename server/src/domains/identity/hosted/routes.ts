import { failures } from '@verbatim/contract/errors.ts'
import { identityFailure } from '@verbatim/contract/identity.ts'
import { passwordsDifferText } from '@verbatim/contract/passwords.ts'
import { userLimits } from '@verbatim/contract/user-fields.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { federationRoutes } from '#domains/identity/federation/routes.ts'
import { callerOf } from '#domains/identity/known-browsers.ts'
import { IdentityError } from '#domains/identity/protocol.ts'
import { limitRoute } from '#domains/identity/routes.ts'
import { beginSession } from '#domains/identity/sessions.ts'
import { recordUserAct } from '#domains/identity/sign-in.ts'
import { inTenant } from '#platform/db.ts'
import { setCookie } from '#platform/http/cookies.ts'
import { beginFailure } from '#platform/http/reply.ts'
import type { HostedContext } from './addresses.ts'
import {
  answerTo,
  type Authorization,
  findHostedClient,
  isRefused,
  readAuthorization,
  refuseAuthorization,
} from './authorize.ts'
import {
  browserCookie,
  findRemembered,
  forgetBrowser,
  formToken,
  isOwnForm,
  rememberBrowser,
} from './browser.ts'
import { issueCode } from './codes.ts'
import { answerForm, type Form } from './login.ts'
import { type FormFrame, formPage, refusalPage } from './pages.ts'
import { hostedFonts } from './fonts.ts'
import { hostedStyle } from './style.ts'
import { tokenRoutes } from './token-routes.ts'

/** A real form is under 4 kB. Source: docs/rules/limits.md. */
const bodyLimit = 16 * 1024

/**
 * The hosted pages of the embedded identity service, at the addresses that Cognito gives its own: the code flow with
 * PKCE, a sign-in page without scripts, and routes that exchange, read and end tokens. Source: docs/rules/identity.md.
 */
export async function hostedRoutes(app: FastifyInstance, ctx: HostedContext): Promise<void> {
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    pages.addHook('onRoute', limitRoute)
    pages.setErrorHandler<FastifyError>(showFailure)
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    })
    pages.get('/oauth2/authorize', (request, reply) => authorize(ctx, request, reply))
    pages.get('/login', (request, reply) => showLogin(ctx, request, reply))
    pages.post('/login', { bodyLimit }, (request, reply) => takeLogin(ctx, request, reply))
    pages.get('/logout', (request, reply) => logout(ctx, request, reply))
    pages.get('/login.css', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css').send(hostedStyle),
    )
    for (const [path, read] of hostedFonts)
      pages.get(path, async (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=86400')
          .type('font/woff2')
          .send(await read()),
      )
    tokenRoutes(pages, ctx, bodyLimit)
    federationRoutes(pages, ctx)
  })
}

/** A user who signed in with this browser within the hour passes; anyone else must sign in. */
async function authorize(ctx: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const asked = await readAuthorization(ctx, request)
  if (isRefused(asked)) return refuseAuthorization(reply, asked)
  const code = asked.prompt === 'login' ? undefined : await continueBrowser(ctx, request, reply, asked)
  if (code) return reply.redirect(answerTo(asked.redirectUri, { code, state: asked.state }))
  if (asked.prompt === 'none')
    return reply.redirect(answerTo(asked.redirectUri, { error: 'login_required', state: asked.state }))
  return reply.redirect(`/login?${asked.query}`)
}

// oxlint-disable-next-line max-params -- a request, its answer and the question
function continueBrowser(
  ctx: HostedContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Authorization,
): Promise<string | undefined> {
  const { tenantId, scope } = asked
  return inTenant(ctx.db, tenantId, async (tx) => {
    const known = await findRemembered(tx, ctx, request)
    if (!known) return undefined
    const { user, hash: browser, ...begun } = known
    const caller = callerOf(ctx, request, reply)
    await recordUserAct(tx, { ctx, tenantId, caller }, user, 'sign_in')
    const beginning = { ...caller, ...begun, scope, browser, byCode: true }
    return issueCode(tx, ctx, asked, await beginSession(tx, ctx, user, beginning))
  })
}

async function showLogin(ctx: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const asked = await readAuthorization(ctx, request)
  if (isRefused(asked)) return refuseAuthorization(reply, asked)
  return sendForm(ctx, request, reply, asked, { step: 'password', email: asked.loginHint })
}

const text = (most: number) => z.string().max(most).default('')
const Sent = z.object({
  token: text(64),
  step: z.enum(['password', 'code', 'new-password', 'enrol', 'recovery-codes']),
  session: text(2048),
  secret: z
    .string()
    .regex(/^[A-Z2-7]{0,64}$/)
    .default(''),
  email: text(userLimits.email),
  password: text(256),
  confirmation: text(256),
  code: text(32),
})

async function takeLogin(ctx: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const asked = await readAuthorization(ctx, request)
  if (isRefused(asked)) return refuseAuthorization(reply, asked)
  const { data: form } = Sent.safeParse(request.body)
  if (!form || !isOwnForm(ctx, request, form.token))
    return sendForm(
      ctx,
      request,
      reply,
      asked,
      { step: 'password', email: asked.loginHint },
      messageOf(expired),
    )

  if (form.step === 'new-password' && form.password !== form.confirmation)
    return sendForm(ctx, request, reply, asked, form, passwordsDifferText)
  let code: string | undefined
  let browser: string | undefined
  const caller = callerOf(ctx, request, reply)
  const { tenantId, scope } = asked
  const begin: typeof beginSession = async (tx, within, user, beginning) => {
    const authTime = ctx.now()
    const secondStep = beginning.secondStep ?? false
    const { token, hash } = await rememberBrowser(tx, ctx, {
      user,
      authTime,
      secondStep,
      byProvider: false,
    })
    browser = token
    const more = { authTime, scope, browser: hash, byCode: true }
    const grant = await beginSession(tx, within, user, { ...beginning, ...more })
    code = await issueCode(tx, ctx, asked, grant)
    return grant
  }
  const next = await answerForm({ ctx, tenantId, caller, begin }, form)
  if (next instanceof IdentityError) {
    // Leaves the previous error out: there is nothing to correct on this page.
    const isOver = form.step === 'recovery-codes' || /session/i.test(next.message)
    const again: Form = isOver ? { step: 'password', email: asked.loginHint } : form
    return sendForm(ctx, request, reply, asked, again, messageOf(next))
  }
  if (next !== 'done') return sendForm(ctx, request, reply, asked, next)
  setCookie(ctx.publicBaseUrl, reply, browserCookie, browser)
  return reply.redirect(answerTo(asked.redirectUri, { code: code ?? '', state: asked.state }), 303)
}

/** An error page for people: too many requests, or our own fault. An application gets the API's answer. */
function showFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw error
  const failure = beginFailure(error, request, reply)
  return reply.type('text/html; charset=utf-8').send(refusalPage(failure.message))
}

/**
 * Makes the hosted pages forget the browser. Redirects only to a registered address afterwards. Source:
 * docs/rules/identity.md.
 */
async function logout(ctx: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const query = z
    .object({ client_id: z.string().max(128), logout_uri: z.string().max(2048) })
    .safeParse(request.query)
  const client = query.success && (await findHostedClient(ctx, request, query.data.client_id))
  if (!client || !client.logoutUris.includes(query.data.logout_uri))
    return refuseAuthorization(reply, { tell: 'person', message: 'This sign-out address isn’t registered.' })
  await inTenant(ctx.db, client.tenantId, (tx) => forgetBrowser(tx, ctx, request))
  setCookie(ctx.publicBaseUrl, reply, browserCookie, undefined)
  return reply.redirect(query.data.logout_uri)
}

/** The product's texts for the protocol's refusals. */
const messageOf = ({ name, message }: IdentityError) => failures[identityFailure(name, message)].message

const expired = new IdentityError('NotAuthorizedException', 'Invalid session for the user.')

// oxlint-disable-next-line max-params -- each is a thing of its own
function sendForm(
  ctx: HostedContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Authorization,
  form: Form,
  failure?: string,
): FastifyReply {
  const frame: FormFrame = {
    organization: asked.organization,
    action: `/login?${asked.query}`,
    token: formToken(ctx, request, reply),
    failure,
    provider: asked.singleSignOn.provider && {
      name: asked.singleSignOn.provider.name,
      href: `/login/provider?${asked.query}`,
    },
  }
  allowForm(reply, new URL(asked.redirectUri).origin)
  return reply
    .status(failure ? 400 : 200)
    .type('text/html; charset=utf-8')
    .send(formPage(form, frame))
}

/** Browsers apply the policy to a form's redirect too, and a redirect passes the code to the registered address. */
function allowForm(reply: FastifyReply, origin: string): void {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy === 'string')
    reply.header(
      'content-security-policy',
      policy.replace("form-action 'self'", `form-action 'self' ${origin}`),
    )
}
