import { unsentMails } from '#domains/mail/commands.ts'
import type { Config } from '#platform/config.ts'
import { defineWork } from '#platform/work/work.ts'
import type { SendContext } from './send-mails.ts'

interface MailWorkContext extends Omit<SendContext, 'mailFrom'> {
  readonly config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'VERBATIM_ENVIRONMENT'>
}

/** Without a mail server, mail waits. */
export const mailWork = defineWork<MailWorkContext>({
  rows: unsentMails,
  async open(ctx) {
    const { SMTP_URL: url, MAIL_FROM: mailFrom, VERBATIM_ENVIRONMENT: environment } = ctx.config
    if (!url) {
      if (environment !== 'local')
        ctx.log.warn('SMTP_URL is not set: invitations, codes and notifications are queued, not sent')
      return undefined
    }
    const { openMailSender } = await import('#platform/mail-sender.ts')
    const { sendMails } = await import('./send-mails.ts')
    const sender = openMailSender(url)
    return {
      turn: (tenantId) => sendMails({ ...ctx, mailFrom }, sender, tenantId),
      close: () => sender.close(),
    }
  },
})
