import { Alert, Button, Group, Input, Modal, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import {
  type PolicyDetail,
  policyLimits,
  type RuleFileType,
  ruleFileTypeNames,
  ruleFileTypes,
} from '@verbatim/contract/policies.ts'
import { numberText, sizeText } from '@verbatim/ui/dates.ts'
import { FileDrop } from '@verbatim/ui/FileDrop.tsx'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { useApi } from '#shell/use-house.ts'
import { ImportReport } from './ImportReport.tsx'
import { useImportRules } from './mutations.ts'
import { counted } from './policy-words.ts'
import { policyQuery } from './queries.ts'

interface ImportDialogProps {
  policy: PolicyDetail
  /** The policy as it is with the file's rules. */
  onImported: (policy: PolicyDetail) => void
  onClose: () => void
}

/** Rules from a file: first it is said what would come of it, row by row; then all of them are added, or none. */
export function ImportDialog({ policy, onImported, onClose }: ImportDialogProps) {
  const included = policy.rules.find(({ fileType }) => fileType !== null)?.fileType
  const [fileType, setFileType] = useState<RuleFileType>(included ?? 'phrase_csv')
  const [file, setFile] = useState<File>()
  const { mutate, data: report, error, isPending, reset, variables } = useImportRules(policy)
  const imported = useImported(policy, onImported, onClose)
  const read = (chosen: File | undefined, type: RuleFileType) => {
    setFile(chosen)
    setFileType(type)
    reset()
    if (chosen) mutate({ file: chosen, fileType: type, dryRun: true })
  }
  const failure = error ? asFailure(error) : undefined
  const isMixed = failure?.code === 'policy.mixed-file-types'
  const canImport = file !== undefined && report !== undefined && report.failed === 0 && report.created > 0
  return (
    <Modal
      opened
      onClose={onClose}
      title="Import rules from a CSV file"
      size="lg"
      closeOnClickOutside={false}
    >
      <Stack>
        <Input.Wrapper
          label="The file holds"
          labelElement="div"
          error={isMixed ? failure.message : undefined}
        >
          <div>
            <SegmentedControl
              mt={4}
              aria-label="The file holds"
              value={fileType}
              data={ruleFileTypes.map((value) => ({ value, label: ruleFileTypeNames[value] }))}
              onChange={(type) => read(file, type)}
            />
          </div>
        </Input.Wrapper>
        <FileDrop
          label={file ? `${file.name} · ${sizeText(file.size)}` : 'Drop a CSV file here, or choose one'}
          hint={`The pattern in the first column, a name in the second if you like. At most ${sizeText(policyLimits.fileBytes)} and ${numberText(policyLimits.fileRows)} rows.`}
          accept=".csv,text/csv"
          error={failure && !isMixed ? failure.message : undefined}
          disabled={isPending}
          onFiles={([chosen]) => read(chosen, fileType)}
        />
        <div role="status">
          {isPending && variables.dryRun && 'Reading the file…'}
          {report && file && <ImportReport report={report} fileName={file.name} />}
        </div>
        {report?.failed === 0 && report.created === 0 && (
          <Alert color="gray">The policy has all of these rules already.</Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={isPending && !variables.dryRun}
            disabled={!canImport}
            title={canImport ? undefined : 'Choose a file without wrong rows first'}
            onClick={() =>
              file &&
              mutate({ file, fileType, dryRun: false }, { onSuccess: ({ created }) => imported(created) })
            }
          >
            {canImport ? `Import ${counted(report.created, 'rule')}` : 'Import'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Goes on from the policy as it is with the imported rules. */
function useImported(
  { id, name }: PolicyDetail,
  onImported: ImportDialogProps['onImported'],
  onClose: () => void,
) {
  const { refetch } = useQuery({ ...policyQuery(useApi(), id), enabled: false })
  const toast = useToast()
  return (created: number) => {
    toast({ tone: 'done', title: `${counted(created, 'rule')} were added to “${name}”` })
    void refetch().then(({ data }) => {
      if (data) onImported(data)
      onClose()
    })
  }
}
