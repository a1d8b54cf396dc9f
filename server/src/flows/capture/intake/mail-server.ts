import { hostname } from 'node:os'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { MailServer } from '@verbatim/contract/integration-accounts.ts'
import { findConnector } from '#channels/registry.ts'
import { findCertificate } from '#platform/certificate.ts'
import type { Config } from '#platform/config.ts'

type MailConfig = Pick<
  Config,
  'SMTP_INTAKE_HOST' | 'SMTP_INTAKE_PORT' | 'SMTP_INTAKE_TLS_CERT' | 'VERBATIM_HOME'
>

/** The name of the intake, in its greeting and in the certificate that it makes. */
export const mailHostOf = ({ SMTP_INTAKE_HOST: named }: Pick<Config, 'SMTP_INTAKE_HOST'>) =>
  named ?? hostname()

/** What the sender of a journal enters or trusts; undefined for accounts that receive no mail. */
export async function mailServerOf(
  config: MailConfig,
  { channel, source }: { readonly channel: Channel; readonly source?: unknown },
): Promise<MailServer | undefined> {
  if (!findConnector(channel)?.smtp || source !== undefined) return undefined
  const { SMTP_INTAKE_TLS_CERT: path, VERBATIM_HOME: home, SMTP_INTAKE_PORT: port } = config
  const certificate = await findCertificate(path, home)
  return { host: mailHostOf(config), port, ...(certificate && { certificate }) }
}
