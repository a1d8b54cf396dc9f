import { Anchor, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import { importLimits, type ImportKindName, type ImportState } from '@verbatim/contract/imports.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { FileDrop } from '@verbatim/ui/FileDrop.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { DialogFrame } from '@verbatim/ui/dialogs/DialogFrame.tsx'
import { DeniedDialog } from '#editor/PendingDialog.tsx'
import { failureWords } from '#failures/failure-toast.ts'
import { useOverlayAddress } from '#lists/overlay-address.ts'
import { useApi } from '#shell/use-app-context.ts'
import { allImports, importWords, useMissing } from './import-sides.ts'
import { ImportStateBadge } from './ImportStateBadge.tsx'
import classes from './Imports.module.css'
import { useUpload } from './mutations.ts'
import { recentImportsQuery } from './queries.ts'
import { saveTemplate } from './save-template.ts'

/** Starts an import with a file, and links to earlier ones. */
export function ImportStartScreen({ kind }: { kind: ImportKindName }) {
  const { noun, list, spec } = importWords[kind]
  const { close } = useOverlayAddress(spec, list)
  const missing = useMissing(kind)
  if (missing) return <DeniedDialog title={`Import ${noun}`} permission={missing} onClose={close} />
  return <ImportStart kind={kind} />
}

function ImportStart({ kind }: { kind: ImportKindName }) {
  const { noun, list, spec, row, steps } = importWords[kind]
  const navigate = useNavigate()
  const { href, close } = useOverlayAddress(spec, list)
  const { mutate, error, isPending, progress, variables } = useUpload(kind)
  const { data: recent = [] } = useQuery(recentImportsQuery(useApi(), kind))
  return (
    <DialogFrame title={`Import ${noun}`} onClose={close}>
      <Stack gap="lg">
        <Text size="sm">
          {row} The first line names the columns. You can review every row before anything is saved, and undo
          the import within a day.
        </Text>
        {steps && (
          <Text size="sm" component="ul">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Text>
        )}
        <Anchor component="button" type="button" size="sm" mr="auto" onClick={() => saveTemplate(kind)}>
          Download a template with the columns
        </Anchor>
        <FileDrop
          label="Drop a CSV or Excel file here or choose one"
          hint={hint}
          accept=".csv,.xlsx,text/csv"
          error={error ? failureWords(asFailure(error)) : undefined}
          disabled={isPending}
          onFiles={([file]) =>
            file &&
            mutate(file, {
              onSuccess: ({ id }) => void navigate({ href: href(`imports/${id}`) }),
            })
          }
        />
        <div role="status">
          {isPending && (
            <>
              <Text size="sm">Reading {variables?.name}…</Text>
              <Progress value={progress * 100} aria-label="Upload" animated={progress === 1} />
            </>
          )}
        </div>
        {recent.length > 0 && (
          <section>
            <Title order={3} size="h6">
              Earlier imports
            </Title>
            <ul className={classes.earlier}>
              {recent.map(({ id, fileName, state, counts, createdAt, startedBy }) => (
                <li key={id}>
                  <span>
                    <TwoLines
                      first={<TextLink href={href(`imports/${id}`)}>{fileName}</TextLink>}
                      second={
                        <>
                          <DateTime at={createdAt} /> by <bdi>{startedBy}</bdi>
                          {counts.failed > 0 && (
                            <Text span inherit c="var(--mantine-color-error)">
                              {` · ${counted(counts.failed, 'row')} ${isTried(state) ? 'invalid' : 'failed'}`}
                            </Text>
                          )}
                        </>
                      }
                    />
                  </span>
                  <ImportStateBadge state={state} />
                </li>
              ))}
            </ul>
            <TextLink href={`${allImports.list}?filter=kind[eq]:${kind}`}>All imports</TextLink>
          </section>
        )}
      </Stack>
    </DialogFrame>
  )
}

/** Rows that were only checked. */
const isTried = (state: ImportState) => state === 'checked' || state === 'draft'

const hint = `At most ${importLimits.bytes / 1024 / 1024} MB and ${numberText(importLimits.rows)} rows.`
