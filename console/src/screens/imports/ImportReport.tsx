import { Alert, Button, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type Import } from '@verbatim/contract/imports.ts'
import { type ImportOutcome, importOutcomes } from '@verbatim/contract/import-rows.ts'
import { Counts } from '@verbatim/ui/charts/Counts.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { useFailureToast } from '#failures/failure-toast.ts'
import { MailWaits } from '#screens/mail/MailWaits.tsx'
import { useEffect, useRef } from 'react'
import { importWords } from './import-sides.ts'
import classes from './Imports.module.css'
import { useSaveFailed } from './mutations.ts'
import { isMoving } from './queries.ts'
import { expectedNames, outcomeNames, stateNames } from './state-names.ts'

/** How far an import is, and its counts: in sight whenever it has come to its next result. */
export function ImportReport({ given }: { given: Import }) {
  const { state, total, counts, problem, mailsDue, undo } = given
  const mailed = importWords[given.kind].mails && given.settings.sendInvitations
  const names = namesAt(state)
  const isSettled = !isMoving({ state, mailsDue: 0 })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSettled) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isSettled, state])
  return (
    <Stack gap="md" ref={place} className={classes.report}>
      <div role="status">
        <Progressing given={given} />
        {isSettled && <VisuallyHidden>{countWords(given)}</VisuallyHidden>}
      </div>
      {problem && <Alert color="red">{problem}</Alert>}
      <Counts
        label="Result"
        of={[
          { name: 'Rows', value: total },
          ...importOutcomes.map((outcome) => ({
            name: names[outcome],
            value: counts[outcome],
            isProblem: outcome === 'failed' && counts.failed > 0,
          })),
        ]}
      />
      {undo && state === 'undone' && <Undone undo={undo} areRowsHidden={given.areRowsHidden} />}
      {mailsDue > 0 && <Text size="sm">{mailsDueWords(mailsDue)}</Text>}
      {state === 'done' && counts.created > 0 && mailed && <MailWaits />}
      {names === outcomeNames && counts.failed > 0 && !given.areRowsHidden && <FailedRows given={given} />}
    </Stack>
  )
}

/** The names of outcomes: of rows that were only checked, those to be expected. */
export function namesAt(state: Import['state']): Readonly<Record<ImportOutcome, string>> {
  return state === 'checking' || state === 'checked' ? expectedNames : outcomeNames
}

/** "3 rows: 2 created, 1 failed." for those who hear it. */
function countWords({ state, total, counts }: Import): string {
  const names = namesAt(state)
  const parts = importOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${numberText(counts[outcome])} ${names[outcome].toLowerCase()}`)
  return `${counted(total, 'row')}: ${parts.join(', ')}.`
}

const mailsDueWords = (count: number) =>
  count === 1 ? 'One email is still being sent.' : `${numberText(count)} emails are still being sent.`

function Undone({
  undo: { undone, kept },
  areRowsHidden,
}: {
  undo: NonNullable<Import['undo']>
  areRowsHidden: Import['areRowsHidden']
}) {
  return (
    <Alert color={kept > 0 ? 'yellow' : 'gray'}>
      Undone: {counted(undone, 'row')}. {kept > 0 && `Not undone: ${counted(kept, 'row')}.`}
      {kept > 0 && !areRowsHidden && ' Each row states the reason.'}
    </Alert>
  )
}

function Progressing({ given: { state, done, total } }: { given: Import }) {
  if (!isMoving({ state, mailsDue: 0 })) return <Text fw={600}>{stateNames[state]}</Text>
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
  const { mutateAsync, isPending } = useSaveFailed(given)
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
        onClick={() => {
          mutateAsync().catch((error: unknown) => tellFailure('The file was not saved', error))
        }}
      >
        Download failed rows
      </Button>
    </Alert>
  )
}
