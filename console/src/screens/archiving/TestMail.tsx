import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { ArchivingTest, testArchiving } from '@verbatim/contract/archiving.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import { isSameText } from '#editor/rebase.ts'
import { readBody } from '#editor/use-editing.ts'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'
import classes from './Archiving.module.css'
import { type ArchivingEditing, receiverOf, says, type Values } from './archiving-form.ts'

interface Test {
  readonly body: ArchivingTest
  readonly of: Values
}

/** Sends a mail with what is entered, saved or not, and says what the server made of it. */
export function TestMail({ values, canEdit, setErrors }: ArchivingEditing) {
  const api = useApi()
  const tellFailure = useFailureToast()
  const { mutate, data, variables, isPending } = useMutation({
    mutationFn: ({ body }: Test) => api(testArchiving, { body }),
    onError: (error) => {
      const { code, message } = asFailure(error)
      if (code === 'archiving.no-password') setErrors({ password: message })
      else tellFailure('The test email was not sent', error)
    },
  })
  if (!canEdit) return null
  const start = () => {
    const { body, errors } = readBody({ schema: ArchivingTest, toBody: receiverOf, says }, values)
    setErrors(errors)
    if (body) mutate({ body, of: values })
  }
  const isOfThese = variables && isSameText(receiverOf(variables.of), receiverOf(values))
  return (
    <div className={classes.test}>
      <Button variant="default" loading={isPending} onClick={start}>
        Send test email
      </Button>
      <div role="status" className={classes.answer} data-wrong={data?.accepted === false || undefined}>
        {data && isOfThese && !isPending && <Result {...data} />}
      </div>
    </div>
  )
}

function Result({ message, answer, queueId, refusedRecipients }: OutputOf<typeof testArchiving>) {
  return (
    <>
      <p>{message}</p>
      {refusedRecipients.length > 0 && (
        <p>
          Refused: <bdi>{refusedRecipients.join(', ')}</bdi>
        </p>
      )}
      {answer && (
        <p>
          The server said: <bdi>{answer}</bdi>
        </p>
      )}
      {queueId && (
        <p>
          Queue ID: <bdi>{queueId}</bdi>
        </p>
      )}
    </>
  )
}
