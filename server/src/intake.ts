import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { z } from 'zod'
import { findConnector } from '#channels/registry.ts'
import { type Account, findJournalAccount } from '#domains/accounts/queries.ts'
import { openSecretsOf } from '#flows/capture/account-secrets.ts'
import { sameSecret } from '#platform/crypto.ts'
import { type Certificate, ownCertificate } from '#platform/certificate.ts'
import { NotWhole } from '#platform/installation/wholeness.ts'
import { type IntakeLimits, type IntakeMail, openSmtpIntake, type SmtpIntake } from '#platform/smtp-intake.ts'
import type { Context } from './context.ts'

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

/** How a journal account lets mail in. What is absent does not limit. */
const JournalSettings = z.object({
  networks: z.array(z.string()).optional(),
  senders: z.array(z.string()).optional(),
  requireTls: z.boolean().optional(),
})

/** The SMTP door of the role `intake`: each journal address is an account of one tenant. */
export async function openIntake(ctx: Context): Promise<SmtpIntake> {
  const { config, secrets, refusals, now, log } = ctx
  const name = config.SMTP_INTAKE_HOST ?? hostname()
  return openSmtpIntake<Account>({
    port: config.SMTP_INTAKE_PORT,
    host: config.LISTEN_HOST,
    name,
    tls: await readCertificate(ctx, name),
    limits,
    async authenticate(user, password) {
      const account = await findAccount(ctx, user)
      const expected = account && openSecretsOf(account, secrets).smtpPassword
      return sameSecret(password, expected) ? user.toLowerCase() : undefined
    },
    async findRecipient(address) {
      const account = await findAccount(ctx, address)
      if (!account || account.status === 'inactive') return undefined
      const { networks, senders, requireTls } = JournalSettings.parse(account.settings)
      return {
        id: account.id,
        target: account,
        isClosed: account.isClosed,
        ...(networks && { networks }),
        ...(senders && { senders }),
        ...(requireTls && { requireTls }),
        ...(openSecretsOf(account, secrets).smtpPassword && { user: account.address }),
      }
    },
    keep: (mail) => keepMail(ctx, mail),
    refused: ({ target, ...refusal }) =>
      refusals.count({ ...refusal, tenantId: target.tenantId, accountId: target.id, at: now() }),
    now,
    log,
  })
}

/** To a sender, "no such account" is for good: it is said where a whole installation does not have it. @throws NotWhole */
async function findAccount({ doorDb, wholeness }: Context, address: string): Promise<Account | undefined> {
  const account = await findJournalAccount(doorDb, address)
  if (!account && !(await wholeness.isWhole())) throw new NotWhole()
  return account
}

/** @returns The receipt that the 250 names. */
async function keepMail({ keeper }: Context, mail: IntakeMail<Account>): Promise<string> {
  const { target: account, bytes, sha256 } = mail
  const connector = findConnector(account.channel)
  if (!connector) throw new Error('The channel of a journal account has no connector')
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
    receivedAt: mail.receivedAt,
  })
  return duplicate ? `known as ${Buffer.from(sha256).toString('hex').slice(0, 32)}` : `as ${recordId}`
}

async function readCertificate({ config, now }: Context, name: string): Promise<Certificate> {
  const { SMTP_INTAKE_TLS_CERT: cert, SMTP_INTAKE_TLS_KEY: key } = config
  if (!cert || !key) return ownCertificate(config.VERBATIM_HOME, name, now())
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
}
