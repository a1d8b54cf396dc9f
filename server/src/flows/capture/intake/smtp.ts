import { readFile } from 'node:fs/promises'
import type { ChannelConnector, MailAdmission } from '#channels/connector.ts'
import { channelsWith, findConnector } from '#channels/registry.ts'
import { type Account, findMailAccount } from '#domains/accounts/queries.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import { type Certificate, ownCertificate } from '#platform/certificate.ts'
import type { Config } from '#platform/config.ts'
import { sameSecret } from '#platform/crypto.ts'
import { NotWhole } from '#platform/installation/wholeness.ts'
import type { Log } from '#platform/log.ts'
import { type IntakeLimits, type IntakeMail, openSmtpIntake, type SmtpIntake } from '#platform/smtp/intake.ts'
import { mailHostOf } from './mail-server.ts'
import { rememberEach } from '#platform/remember.ts'
import { accountTtlMs, leastAccounts } from './known-accounts.ts'
import type { IntakeContext } from './webhook.ts'

const limits: IntakeLimits = {
  sizeBytes: 50 * 1024 * 1024,
  connections: 200,
  recipients: 100,
  mailsPerConnection: 1_000,
  bytesAtOnce: 256 * 1024 * 1024,
  firstRecipientMs: 60_000,
  mailMs: 15 * 60_000,
  connectionsPerAddress: 50,
  connectionsPerMinute: 600,
  mailsPerMinute: 20_000,
  failuresPerMinute: 30,
}

interface MailContext extends Omit<IntakeContext, 'publicBaseUrl'> {
  readonly config: Config
  readonly log: Log
}

/** Takes mail for the accounts of channels that receive mail; each address belongs to an account of one tenant. */
export async function openIntake(ctx: MailContext): Promise<SmtpIntake> {
  const { config, refusals, now, log } = ctx
  const name = mailHostOf(config)
  const findRemembered = rememberedAddressees(ctx)
  return openSmtpIntake<Addressee>({
    port: config.SMTP_INTAKE_PORT,
    host: config.LISTEN_HOST,
    name,
    tls: await readCertificate(ctx, name),
    limits,
    async authenticate(user, password) {
      const addressee = await findAddressee(ctx, user)
      return sameSecret(password, addressee?.admission.password) ? user.toLowerCase() : undefined
    },
    async findRecipient(address) {
      const addressee = await findRemembered(address)
      if (!addressee) return undefined
      const { account, admission } = addressee
      const { password, ...restricted } = admission
      return {
        id: account.id,
        target: addressee,
        isClosed: account.isClosed,
        isRemoved: account.status === 'inactive',
        ...restricted,
        ...(password && { user: account.address }),
      }
    },
    keep: (mail) => keepMail(ctx, mail),
    refused: ({ target: { account }, ...refusal }) =>
      refusals.count({ ...refusal, tenantId: account.tenantId, accountId: account.id, at: now() }),
    now,
    log,
  })
}

interface Addressee {
  readonly account: Account
  readonly connector: ChannelConnector
  readonly admission: MailAdmission
}

/**
 * To a sender, "no such account" is final, so we answer it only if a complete installation does not have the account. @throws
 * NotWhole
 */
async function findAddressee(
  { intakeDb, secrets, wholeness }: MailContext,
  address: string,
): Promise<Addressee | undefined> {
  const account = await findMailAccount(intakeDb, channelsWith('smtp'), address)
  if (!account && !(await wholeness.isWhole())) throw new NotWhole()
  const connector = account && findConnector(account.channel)
  if (!account || !connector?.smtp) return undefined
  const admission = connector.smtp.admissionOf(toChannelAccount(account, connector, secrets))
  return { account, connector, admission }
}

/**
 * Recipients are remembered as briefly as the accounts of webhooks, but not that there is none, or one that takes no mail: to a sender
 * that is final.
 */
function rememberedAddressees(ctx: MailContext): (address: string) => Promise<Addressee | undefined> {
  const known = rememberEach<string, Addressee | undefined>({ ms: accountTtlMs, least: leastAccounts })
  return async (address) => {
    const key = address.toLowerCase()
    const found = await known.find(key, ctx.now(), () => findAddressee(ctx, key))
    if (!found || found.account.status === 'inactive' || found.account.isClosed) known.forget(key)
    return found
  }
}

/** @returns The receipt number in the 250 answer. */
async function keepMail({ keeper, received }: MailContext, mail: IntakeMail<Addressee>): Promise<string> {
  const { target, bytes, sha256 } = mail
  const { account, connector } = target
  const contentType = 'message/rfc822'
  const { recordId, duplicate } = await keeper.keep({
    tenantId: account.tenantId,
    accountId: account.id,
    channel: account.channel,
    transport: 'smtp',
    sourceKey: connector.rawKey({ body: bytes, sha256, contentType, headers: {} }),
    contentType,
    headers: { 'envelope-sender': mail.sender, 'envelope-recipient': mail.recipient, helo: mail.remote.helo },
    remote: mail.remote.address,
    bytes,
    sha256,
    receivedAt: received(),
  })
  return duplicate ? `known as ${Buffer.from(sha256).toString('hex').slice(0, 32)}` : `as ${recordId}`
}

async function readCertificate({ config, now }: MailContext, name: string): Promise<Certificate> {
  const { SMTP_INTAKE_TLS_CERT: cert, SMTP_INTAKE_TLS_KEY: key } = config
  if (!cert || !key) return ownCertificate(config.VERBATIM_HOME, name, now())
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
}
