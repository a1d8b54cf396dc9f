import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CallLimits, CheckOutcome, Connection, Offer, OffersOutcome } from '#channels/provider-calls.ts'
import type { Identity } from '#kernel/captured-event.ts'
import { type Hook, Hooks, type Receiver, type Receivers } from './receiver.ts'
import { refused } from '#channels/unanswered.ts'
import { callRest, type RestAnswer, type RestSession } from './rest.ts'
import { conversationServiceOf, isByKey, restCredentialsOf, tokenCredentialsOf } from './secrets.ts'
import { askForAccount, findRefusedTokens, findTakenToken, isCredentialsRefused } from './tokens.ts'
import { findFailedDeliveries } from './alerts.ts'
import { Looks } from './looks.ts'
import { findTakingServices, takenBy } from './messaging-services.ts'

/**
 * Twilio tries again within its 15 seconds, whatever went wrong. On its own it does so once, and only if it could not connect:
 * a restart of ours would lose the message. It neither sends nor signs this part. The fallback address is ours too: Twilio tries it
 * after all this has failed. Source: Twilio, "Connection Overrides".
 */
const retries = '#rc=5&rp=all&ct=2000&rt=7000'

const none: Hook = { url: '', method: '' }

/** What an account's settings tell of its connection. */
const Remembered = z.object({
  /** Our address as we set it: the installation's own may have changed since. */
  webhookUrl: z.string().optional().catch(undefined),
  /** The hooks that ours replaced. */
  before: Hooks.catch({}).default({}),
})

/** Points the hooks of an account's number or sender at us, and back to where they were. */
export function twilioConnection(receivers: Receivers): Connection {
  const looks = new Looks()
  return {
    async connect(account, webhookUrl, limits) {
      const own = await findOwn(account, webhookUrl, limits, askingOf(receivers))
      if (own.outcome !== 'done') return own
      const { session, receiver } = own.value
      const { sid, hooks } = receiver
      // Another attempt may have set ours already: it had remembered what was there.
      const settings = { ...account.settings, ...(await limits.remembered()) }
      const before = beforeOurs(hooks, settings, webhookUrl)
      const ours = { url: withRetries(webhookUrl), method: 'POST' }
      if (!Object.values(hooks).every(({ url, method }) => url === ours.url && method === ours.method)) {
        await limits.remember({ before })
        const set = await receivers.setHooks(
          session,
          sid,
          mapHooks(hooks, () => ours),
        )
        if (set.outcome !== 'done') return set
      }
      return { outcome: 'done', settings: { [receivers.sidName]: sid, webhookUrl, before } }
    },

    async check(account, webhookUrl, limits) {
      // It was never connected here.
      if (Remembered.parse(account.settings).webhookUrl === undefined) return { outcome: 'not-asked' }
      const asking = sharedAsking(receivers, looks, limits.now)
      const own = await findOwn(account, webhookUrl, limits, asking)
      // What a sender has is not known until a change of it was made.
      if (own.outcome === 'retry' && own.reason === 'sender-updating') return { outcome: 'not-asked' }
      if (own.outcome !== 'done') return own
      const { session, receiver } = own.value
      const { sid, hooks } = receiver
      const { url } = hooks[receivers.messageHook] ?? none
      // Also if it is an earlier address of ours: a copy of this installation must not take what the first one receives.
      if (url !== '' && !isAddress(url, webhookUrl)) return refused('delivered-elsewhere')
      if (url !== '') return isDelivered(session, webhookUrl, asking, limits.deliveredAt)
      if (!(await limits.isUnchanged())) return { outcome: 'not-asked' }
      const ours = { url: withRetries(webhookUrl), method: 'POST' }
      const whole = mapHooks(hooks, (hook) => (hook.url === '' ? ours : hook))
      const set = await receivers.setHooks(session, sid, whole)
      return set.outcome === 'done' ? { outcome: 'done' } : set
    },

    async disconnect(account, webhookUrl, limits) {
      const credentials = restCredentialsOf(account.secrets)
      if (!credentials) return refused('not-configured')
      const session = { credentials, limits }
      const found = await receivers.find(session, account.address)
      if (found.outcome !== 'done') return isGone(found) ? { outcome: 'done' } : found
      const { sid, hooks } = found.value
      const remembered = Remembered.parse(account.settings)
      const isOurs = ({ url }: Hook) => isAddress(url, webhookUrl) || isAddress(url, remembered.webhookUrl)
      if (!Object.values(hooks).some(isOurs)) return { outcome: 'done' }
      // A hook that was changed since is no longer ours to set.
      const restored = mapHooks(hooks, (hook, name) =>
        isOurs(hook) ? (remembered.before[name] ?? none) : hook,
      )
      const set = await receivers.setHooks(session, sid, restored)
      return set.outcome === 'done' || isGone(set) ? { outcome: 'done' } : set
    },

    async offers(secrets, limits) {
      const credentials = restCredentialsOf(secrets)
      if (!credentials) return refused('not-configured')
      const tokens = sessionsOfTokens(secrets, limits)
      const [found, ofTokens, conversationService] = await Promise.all([
        findOffers(receivers, { credentials, limits }),
        findRefusedTokens(tokens),
        isServiceUnknown({ credentials, limits }, secrets),
      ])
      if (ofTokens.outcome !== 'done') return ofTokens
      const authTokens = ofTokens.value
      const apiKey = isByKey(credentials) && isCredentialsRefused(found)
      const isSaid = apiKey || authTokens.length > 0 || conversationService
      const said = isSaid && { refused: { apiKey, authTokens, conversationService } }
      const isEachRefused = tokens.length > 0 && authTokens.length === tokens.length
      return { ...(isEachRefused ? refused('credentials-refused') : found), ...said }
    },
  }
}

/** Whether rooms could not be asked for, because Twilio has no service of this SID. What it does not answer is not said. */
async function isServiceUnknown(
  session: RestSession,
  secrets: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (!secrets.conversationServiceSid) return false
  const sid = conversationServiceOf(secrets)
  if (!sid) return true
  const call = { host: 'conversations', path: `/v1/Services/${sid}` } as const
  const answer = await callRest(session, call, z.object({ sid: z.literal(sid) }))
  return answer.outcome === 'refused' && answer.reason === 'address-unknown'
}

/** What can be connected with these credentials. */
async function findOffers(receivers: Receivers, session: RestSession): Promise<OffersOutcome> {
  const listed = await receivers.list(session)
  if (listed.outcome !== 'done') return listed
  const services = await findTakingServices(session, receivers.inService)
  if (services.outcome !== 'done') return services
  const taken = takenBy(services.value, () => false)
  const offers = listed.value
    .filter(({ canReceive }) => canReceive)
    .map((one): Offer => {
      const isTaken = one.hasApplication || taken.has(one.sid)
      return { address: one.phone, ...(one.label && { label: one.label }), isTaken }
    })
  return { outcome: 'done', offers }
}

/** How Twilio is asked about an account. */
interface Asking {
  account(session: RestSession): Promise<RestAnswer<unknown>>
  receiver(session: RestSession, address: Identity): Promise<RestAnswer<Receiver>>
  services(session: RestSession): ReturnType<typeof findTakingServices>
  failures(session: RestSession): ReturnType<typeof findFailedDeliveries>
}

const askingOf = (receivers: Receivers): Asking => ({
  account: askForAccount,
  receiver: (session, address) => receivers.find(session, address),
  services: (session) => findTakingServices(session, receivers.inService),
  failures: () => Promise.resolve({ outcome: 'done', value: [] }),
})

/** The same, without asking again what was just asked for another account with the same credentials. */
function sharedAsking(receivers: Receivers, looks: Looks, now: Date): Asking {
  return {
    account: (session) => looks.shared('account', session, now, () => askForAccount(session)),
    receiver: (session, address) =>
      looks.own(session, now, () =>
        receivers.find(session, address, () =>
          looks.shared('receivers', session, now, () => receivers.list(session)),
        ),
      ),
    services: (session) =>
      looks.shared('services', session, now, () => findTakingServices(session, receivers.inService)),
    failures: (session) => looks.shared('failures', session, now, () => findFailedDeliveries(session, now)),
  }
}

const sessionsOfTokens = (secrets: ChannelAccount['secrets'], limits: CallLimits): readonly RestSession[] =>
  tokenCredentialsOf(secrets).map((credentials) => ({ credentials, limits }))

/** Its hook is ours, and Twilio can reach it, as far as nothing failed after what it delivered last. */
async function isDelivered(
  session: RestSession,
  webhookUrl: string,
  asking: Asking,
  deliveredAt?: Date,
): Promise<CheckOutcome> {
  const failed = await asking.failures(session)
  if (failed.outcome !== 'done') return failed
  const isFailing = failed.value.some(
    ({ url, at }) => isAddress(url, webhookUrl) && !(deliveredAt && at <= deliveredAt),
  )
  return isFailing ? refused('cannot-deliver') : { outcome: 'done' }
}

/** The account's number or sender, if nothing but its own hook keeps us from its messages. */
async function findOwn(
  account: ChannelAccount,
  webhookUrl: string,
  limits: CallLimits,
  ask: Asking,
): Promise<RestAnswer<{ readonly session: RestSession; readonly receiver: Receiver }>> {
  const credentials = restCredentialsOf(account.secrets)
  const tokens = credentials ? sessionsOfTokens(account.secrets, limits) : []
  // Without a token, all that Twilio delivers would be refused.
  if (!credentials || tokens.length === 0) return refused('not-configured')
  // So it would be with a wrong one, which a key does not show.
  const taken = isByKey(credentials) ? await findTakenToken(tokens, (one) => ask.account(one)) : undefined
  if (taken && taken.outcome !== 'done') return taken
  const session = { credentials, limits }
  const found = await ask.receiver(session, account.address)
  if (found.outcome !== 'done') return found
  const receiver = found.value
  if (!receiver.canReceive) return refused('cannot-receive')
  if (receiver.hasApplication) return refused('delivered-elsewhere')
  const services = await ask.services(session)
  if (services.outcome !== 'done') return services
  const elsewhere = takenBy(services.value, (url) => isAddress(url, webhookUrl))
  return elsewhere.has(receiver.sid)
    ? refused('delivered-elsewhere')
    : { outcome: 'done', value: { session, receiver } }
}

/**
 * What to restore later. Where a hook is ours already, that is what we remember from before: also if it is that of another
 * account of this installation, because an account that was removed would otherwise get its messages back.
 */
function beforeOurs(hooks: Hooks, settings: ChannelAccount['settings'], webhookUrl: string): Hooks {
  const { before, webhookUrl: earlier } = Remembered.parse(settings)
  const folder = folderOf(webhookUrl)
  return mapHooks(hooks, (hook, name) => {
    const isOurs = folderOf(hook.url) === folder || isAddress(hook.url, earlier)
    return isOurs ? (before[name] ?? none) : hook
  })
}

/** Nothing is delivered for a receiver that Twilio no longer has, and nothing can be changed without credentials. */
const isGone = (answer: RestAnswer<unknown>) =>
  answer.outcome === 'refused' && ['address-unknown', 'credentials-refused'].includes(answer.reason)

const mapHooks = (hooks: Hooks, to: (hook: Hook, name: string) => Hook): Hooks =>
  Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name, to(hook, name)]))

const withRetries = (url: string) => `${withoutFragment(url)}${retries}`
const withoutFragment = (url: string) => url.split('#', 1)[0] ?? ''
const isAddress = (url: string, other: string | undefined) =>
  url !== '' && other !== undefined && withoutFragment(url) === withoutFragment(other)

/** The address up to its last part, which names the account. */
const folderOf = (url: string) =>
  withoutFragment(url)
    .replace(/[?][^]*$/, '')
    .replace(/[^/]*$/, '')
