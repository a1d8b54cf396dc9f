import { Button, Text } from '@mantine/core'
import { type Import, type ImportSettings, isFieldMissing } from '@verbatim/contract/imports.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { useState } from 'react'
import { importWords, useIsMappable, useMissing } from './import-sides.ts'
import { type ImportStep, useStep } from './mutations.ts'

interface ImportButtonsProps {
  given: Import
  mapped: { readonly mapping: Import['mapping']; readonly settings: ImportSettings }
  /** Whether a question is open over the dialog. */
  onAsk: (isAsking: boolean) => void
  onClose: () => void
}

/** The buttons for the next step of an import and for leaving it. */
export function ImportButtons({ given, mapped, onAsk, onClose }: ImportButtonsProps) {
  const { mutate, isPending, variables } = useStep(given)
  const { state } = given
  const canImport = useMissing(given.kind) === undefined
  const isMappable = useIsMappable(given)
  const isChanged = canonical(mapped) !== canonical({ mapping: given.mapping, settings: given.settings })
  const isComplete = given.fields.every((field) => !isFieldMissing(field, mapped))
  const go = (step: ImportStep) => mutate({ step, mapped: isMappable && isChanged ? mapped : undefined })
  const busy = (step: ImportStep) => isPending && variables?.step === step
  const rows = given.counts.created + given.counts.updated
  return (
    <>
      {['checking', 'queued', 'running'].includes(state) && (
        <Button variant="default" mr="auto" loading={busy('cancel')} onClick={() => go('cancel')}>
          Cancel import
        </Button>
      )}
      {canImport && !given.areRowsHidden && given.undoUntil && (
        <UndoButton given={given} busy={busy('undo')} onAsk={onAsk} onUndo={() => go('undo')} />
      )}
      {isMappable && !isComplete && (
        <Text size="sm" c="dimmed" mr="auto">
          Choose a column for every required field first.
        </Text>
      )}
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      {isMappable && (
        <Button
          variant={state === 'checked' && !isChanged ? 'default' : 'filled'}
          loading={busy('check')}
          disabled={!isComplete}
          onClick={() => go('check')}
        >
          {state === 'checked' ? 'Check again' : 'Check rows'}
        </Button>
      )}
      {isMappable && state === 'checked' && !isChanged && (
        <Button
          loading={busy('start')}
          disabled={rows === 0}
          title={rows === 0 ? 'No row would change anything' : undefined}
          onClick={() => go('start')}
        >
          Import {counted(rows, 'row')}
        </Button>
      )}
    </>
  )
}

/** Independent of the server's order. */
function canonical({ mapping, settings: { defaults, ...settings } }: ImportButtonsProps['mapped']): string {
  const sorted = (record: object) => Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([sorted(mapping), sorted(defaults), sorted(settings)])
}

interface UndoButtonProps {
  given: Import
  busy: boolean
  onAsk: (isAsking: boolean) => void
  onUndo: () => void
}

function UndoButton({ given, busy, onAsk, onUndo }: UndoButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const ask = (next: boolean) => {
    setAsking(next)
    onAsk(next)
  }
  const { undoUntil } = given
  return (
    <>
      <Button variant="subtle" color="red" mr="auto" loading={busy} onClick={() => ask(true)}>
        Undo import
      </Button>
      {isAsking && (
        <ConfirmModal
          opened
          title="Undo this import?"
          confirmLabel="Undo import"
          destructive
          onClose={() => ask(false)}
          onConfirm={() => {
            ask(false)
            onUndo()
          }}
        >
          <p>
            {undoText(given)} {importWords[given.kind].kept}
          </p>
          {undoUntil && (
            <p>
              You can do this until <DateTime at={undoUntil} />, once.
            </p>
          )}
        </ConfirmModal>
      )}
    </>
  )
}

/** What an undo does to the rows of an import; empty if it changed nothing. */
function undoText({ counts: { created, updated } }: Import): string {
  const parts = [
    created > 0 && `${counted(created, 'added row')} will be removed`,
    updated > 0 && `${counted(updated, 'updated row')} will be restored`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? `${parts.join(', and ')}.` : ''
}
