import { dueCanaries } from '#domains/accounts/canaries.ts'
import { dueChecks } from '#domains/accounts/checks.ts'
import { dueGaps } from '#domains/accounts/gaps.ts'
import type { Config } from '#platform/config.ts'
import { defineWork } from '#platform/work/work.ts'
import type { CheckContext } from './check-accounts.ts'
import type { GapContext } from './notify-of-gaps.ts'
import type { CanaryContext } from './send-canaries.ts'

export const gapWork = defineWork<GapContext>({
  rows: dueGaps,
  load: async () => (await import('./notify-of-gaps.ts')).notifyOfGaps,
})

export const checkWork = defineWork<CheckContext>({
  rows: dueChecks,
  tenantsAtOnce: 4,
  load: async () => (await import('./check-accounts.ts')).checkAccounts,
})

interface CanaryWorkContext extends CanaryContext {
  readonly config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>
}

export const canaryWork = defineWork<CanaryWorkContext>({
  rows: dueCanaries,
  tenantsAtOnce: 4,
  async open(ctx) {
    const { SMTP_URL: url } = ctx.config
    const sender = url && (await import('#platform/mail-sender.ts')).openMailSender(url)
    const { sendCanaries } = await import('./send-canaries.ts')
    return { turn: (tenantId) => sendCanaries(ctx, sender, tenantId), close: () => sender?.close() }
  },
})
