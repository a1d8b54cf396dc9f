import type { CallOf } from '@verbatim/contract/endpoint.ts'
import { sendTestNotification } from '@verbatim/contract/notifications.ts'
import { useAct } from '#shell/use-act.ts'

type Test = CallOf<typeof sendTestNotification>['body']

/** Mails the signed-in user the text that recipients would get. */
export const useSendTest = () =>
  useAct({
    call: (api, body: Test) => api(sendTestNotification, { body }),
    // Not that it is sent: it waits where no email server is configured.
    done: ({ to }) => `A test email for ${to} is queued`,
    failed: 'The test was not sent',
    touches: ['notifications'],
  })
