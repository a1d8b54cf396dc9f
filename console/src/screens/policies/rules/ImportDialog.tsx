import { counted } from '@verbatim/ui/counted.ts'
import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { DialogActions } from '@verbatim/ui/dialogs/DialogActions.tsx'
import { Button, Stack, Switch, VisuallyHidden } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import type { PolicyDetail } from '@verbatim/contract/policies.ts'
import {
  policyLimits,
  type RuleFileType,
  type RuleImport,
  ruleFileTypes,
} from '@verbatim/contract/policy-rules.ts'
import { numberText, sizeText } from '@verbatim/ui/dates.ts'
import { FileDrop } from '@verbatim/ui/FileDrop.tsx'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { useState } from 'react'
import { ApprovalQuestion } from '#approval/ApprovalQuestion.tsx'
import type { ApprovalCall } from '#approval/queries.ts'
import { ChoiceField } from '#editor/ChoiceField.tsx'
import { ImportReport, reportWords, widenedWords } from './ImportReport.tsx'
import { useImportRules } from '#screens/policies/mutations.ts'
import { disguiseText } from '#screens/policies/policy-words.ts'

interface ImportDialogProps {
  policy: PolicyDetail
  onClose: () => void
}

/** Imports rules from a file. First the dialog shows the result, row by row; then all rules are added, or none. */
export function ImportDialog({ policy, onClose }: ImportDialogProps) {
  const { file, fileType, report, mixed, refusal, isReading, isImporting, read, save, ...importing } =
    useImport(policy)
  const { alsoDisguised, setAlsoDisguised } = importing
  const toast = useToast()
  const [asked, setAsked] = useState<ApprovalCall['change']>()
  const imported = ({ created, widened, skipped, differing }: RuleImport) => {
    const there = skipped + differing
    const besides = [
      ...(created > 0 && widened > 0 ? [widenedWords(widened)] : []),
      ...(there > 0 ? [`${numberText(there)} already there`] : []),
    ]
    toast({
      tone: 'done',
      title:
        created > 0
          ? `${counted(created, 'rule')} ${created === 1 ? 'was' : 'were'} added to “${policy.name}”`
          : widenedWords(widened, ` of “${policy.name}”`),
      ...(besides.length > 0 && { message: besides.join(', ') }),
    })
    onClose()
  }
  const isReady = report !== undefined && report.failed === 0 && report.created + report.widened > 0
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Import rules from a CSV file"
      size="medium"
      closeOnClickOutside={false}
    >
      <Stack>
        <FileTypeField fileType={fileType} error={mixed} onChange={(type) => read(file, type)} />
        <FileDrop
          label={file ? `${file.name} · ${sizeText(file.size)}` : 'Drop a CSV file here or choose one'}
          hint={hint}
          accept=".csv,text/csv"
          error={refusal}
          disabled={isReading || isImporting}
          onFiles={([chosen]) => read(chosen, fileType)}
        />
        {fileType === 'phrase_csv' && (
          <Switch
            label="Also find disguised spellings"
            description={`${disguiseText} A column “Also disguised” with yes or no decides for its row.`}
            checked={alsoDisguised}
            disabled={isReading || isImporting}
            onChange={(event) => setAlsoDisguised(event.currentTarget.checked)}
          />
        )}
        <div role="status">
          {isReading && 'Reading the file…'}
          {report && <VisuallyHidden>{reportWords(report)}</VisuallyHidden>}
        </div>
        {report && file && <ImportReport report={report} fileName={file.name} />}
        <DialogActions onCancel={onClose}>
          <Button
            loading={isImporting}
            disabled={!isReady}
            title={isReady ? undefined : 'Choose a file without invalid rows first'}
            onClick={() => save(imported, setAsked)}
          >
            {isReady ? `Import ${counted(report.created + report.widened, 'rule')}` : 'Import'}
          </Button>
        </DialogActions>
      </Stack>
      <ApprovalQuestion
        change={asked}
        onSent={(words) => {
          toast(words)
          onClose()
        }}
        onClose={() => setAsked(undefined)}
      />
    </Dialog>
  )
}

const hint = `The pattern in the first column, an optional name in the second. At most ${Math.floor(policyLimits.fileBytes / 1e6)} MB and ${numberText(policyLimits.fileRows)} rows.`

/** A chosen file, its expected result, and why it was refused. */
function useImport(policy: PolicyDetail) {
  const included = policy.rules.find((rule) => rule.fileType !== null)?.fileType
  const [fileType, setFileType] = useState<RuleFileType>(included ?? 'phrase_csv')
  const [file, setFile] = useState<File>()
  const [alsoDisguised, setAlsoDisguised] = useState(true)
  const { mutate, data: report, error, isPending, reset, variables } = useImportRules(policy)
  const failure = error ? asFailure(error) : undefined
  const isMixed = failure?.code === 'policy.mixed-file-types'
  const isDry = variables?.dryRun === true
  const read = (chosen: File | undefined, type: RuleFileType, disguised = alsoDisguised) => {
    setFile(chosen)
    setFileType(type)
    setAlsoDisguised(disguised)
    reset()
    if (chosen) mutate({ file: chosen, fileType: type, alsoDisguised: disguised, dryRun: true })
  }
  return {
    file,
    fileType,
    report,
    alsoDisguised,
    /** What is already there depends on it. */
    setAlsoDisguised: (disguised: boolean) => read(file, fileType, disguised),
    /** A policy takes only one kind of file; other refusals are about the file itself. */
    mixed: isMixed ? failure.message : undefined,
    refusal: isMixed || failure?.code === 'approval.required' ? undefined : failure?.message,
    isReading: isPending && isDry,
    isImporting: isPending && !isDry,
    read,
    save: (onSaved: (report: RuleImport) => void, onApproval: (change: ApprovalCall['change']) => void) =>
      file &&
      mutate(
        { file, fileType, alsoDisguised, dryRun: false },
        {
          onSuccess: onSaved,
          onError: async (refused) => {
            if (asFailure(refused).code !== 'approval.required') return
            const csv = await file.text()
            onApproval({
              operation: 'import-policy-rules',
              policyId: policy.id,
              fileType,
              alsoDisguised,
              csv,
            })
          },
        },
      ),
  }
}

/** What the rows of a file are. */
const kindNames: Record<RuleFileType, string> = { regex_csv: 'Regexes', phrase_csv: 'Phrases' }

interface FileTypeFieldProps {
  fileType: RuleFileType
  error: string | undefined
  onChange: (fileType: RuleFileType) => void
}

function FileTypeField({ fileType, error, onChange }: FileTypeFieldProps) {
  return (
    <ChoiceField
      label="Kind of rules"
      error={error}
      value={fileType}
      data={optionsOf(ruleFileTypes, kindNames)}
      onChange={onChange}
    />
  )
}
