import { Alert, Button, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type Import, importOutcomes } from '@verbatim/contract/imports.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { useFailureToast } from '#failures/failure-toast.ts'
import { MailWaits } from '#screens/mailbox/MailWaits.tsx'
import { importWords } from './import-sides.ts'
import classes from './Imports.module.css'
import { ImportRows } from './ImportRows.tsx'
import { useSaveFailed } from './mutations.ts'
import { expectedNames, outcomeNames, stateNames } from './state-names.ts'

/** The progress of an import, its counts, and the outcome of each row. Empty before the first check. */
export function ImportReport({ given }: { given: Import }) {
  const { state, total, counts, problem, mailsDue, undo } = given
  const mailed = importWords[given.kind].sendsMail && given.settings.sendInvitations
  if (state === 'draft') return <Text>The file has {counted(total, 'row')}.</Text>
  const isTrial = state === 'checking' || state === 'checked'
  const names = isTrial ? expectedNames : outcomeNames
  return (
    <Stack gap="md">
      <div role="status">
        <Progressing given={given} />
      </div>
      {problem && <Alert color="red">{problem}</Alert>}
      <dl className={classes.counts} aria-label="Result">
        <Count name="Rows" value={total} />
        {importOutcomes.map((outcome) => (
          <Count
            key={outcome}
            name={names[outcome]}
            value={counts[outcome]}
            isProblem={outcome === 'failed' && counts.failed > 0}
          />
        ))}
      </dl>
      {undo && state === 'undone' && <Undone undo={undo} />}
      {mailsDue > 0 && <Text size="sm">{mailsDueWords(mailsDue)}</Text>}
      {state === 'done' && counts.created > 0 && mailed && <MailWaits />}
      {!isTrial && counts.failed > 0 && <FailedRows given={given} />}
      <ImportRows given={given} names={names} />
    </Stack>
  )
}

const mailsDueWords = (count: number) =>
  count === 1
    ? 'One invitation is still being sent.'
    : `${numberText(count)} invitations are still being sent.`

function Undone({ undo: { undone, kept } }: { undo: NonNullable<Import['undo']> }) {
  return (
    <Alert color={kept > 0 ? 'yellow' : 'gray'}>
      Undone: {counted(undone, 'row')}.{' '}
      {kept > 0 && `Not undone: ${counted(kept, 'row')}. Each row states the reason.`}
    </Alert>
  )
}

function Progressing({ given: { state, done, total } }: { given: Import }) {
  const isMoving = state === 'checking' || state === 'running' || state === 'undoing' || state === 'queued'
  if (!isMoving) return <Text size="sm">{stateNames[state]}</Text>
  return (
    <>
      <Text size="sm">
        {stateNames[state]}: {numberText(done)} of {numberText(total)} rows
      </Text>
      <Progress value={(100 * done) / total} aria-label="Progress" animated />
    </>
  )
}

function FailedRows({ given }: { given: Import }) {
  const { mutate, isPending } = useSaveFailed(given)
  const tellFailure = useFailureToast()
  return (
    <Alert color="yellow" title={`${counted(given.counts.failed, 'row')} failed`}>
      <Text size="sm" mb="xs">
        Correct {given.counts.failed === 1 ? 'it' : 'them'} in the file of failed rows, and import that file.
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        loading={isPending}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() =>
          mutate(undefined, {
            onError: (error) => tellFailure('The file was not saved', error),
          })
        }
      >
        Download failed rows
      </Button>
    </Alert>
  )
}

function Count({ name, value, isProblem }: { name: string; value: number; isProblem?: boolean }) {
  return (
    <div data-problem={isProblem || undefined}>
      <dt>{name}</dt>
      <dd>{numberText(value)}</dd>
    </div>
  )
}
