import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { resendArchiveMails } from '@verbatim/contract/archive-mails.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { useState } from 'react'
import { useAct } from '#shell/use-act.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import classes from './Archiving.module.css'
import { failedMailsQuery } from './queries.ts'

/** Sends every failed mail again, whatever the list shows. */
export function SendAllAgain() {
  const canManage = useCan('smtp_integration.manage')
  const { data: failed } = useQuery({ ...failedMailsQuery(useApi()), enabled: canManage })
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useAct({
    call: (api) => api(resendArchiveMails, { query: { filter: 'state[eq]:failed' } }),
    done: ({ resent, isAll }) => ({
      title: `${counted(resent, 'email is', 'emails are')} queued again`,
      ...(!isAll && { message: 'More failed emails are left. Send those again as well.' }),
    }),
    failed: 'The emails were not queued again',
    touches: ['organization'],
    onDone: () => setAsking(false),
  })
  if (!canManage || !failed || failed.total === 0) return null
  const emails = `${failed.atLeast ? 'more than ' : ''}${counted(failed.total, 'failed email')}`
  return (
    <div className={classes.test}>
      <Button variant="default" loading={isPending} onClick={() => setAsking(true)}>
        Send all failed emails again
      </Button>
      {isAsking && (
        <ConfirmModal
          opened
          title={`Send ${emails} again?`}
          confirmLabel="Send all again"
          busy={isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => mutate()}
        >
          <p>
            Each email keeps its ID and goes to the recipients that lack it. If the archive still refuses
            them, they fail again.
          </p>
        </ConfirmModal>
      )}
    </div>
  )
}
