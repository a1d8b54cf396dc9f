import { Switch } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import { type SavedView, type ViewedList, viewLimits } from '@verbatim/contract/saved-views.ts'
import { emptyText } from '@verbatim/contract/text.ts'
import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { DialogForm } from '@verbatim/ui/dialogs/DialogForm.tsx'
import { FailureAlert } from '@verbatim/ui/FailureAlert.tsx'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { useCan } from '#shell/use-app-context.ts'
import { useSaveView, type ViewChange } from './saved-views.ts'

interface SaveViewProps {
  list: ViewedList
  /** The view to change; without it, a new one. */
  view?: SavedView
  /** The saved values that the dialog does not ask for. */
  change: ViewChange
  onClose: () => void
}

/** Asks for the name of a view, and whether to share it. */
export function SaveViewDialog({ opened, ...given }: SaveViewProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={given.onClose} title={given.view ? 'Change view' : 'Save view'}>
      <SaveViewForm {...given} />
    </Dialog>
  )
}

function SaveViewForm({ list, view, change, onClose }: SaveViewProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error } = useSaveView(list)
  const canShare = useCan('views.share')
  const toast = useToast()
  const failure = error ? asFailure(error) : undefined
  const isOfName = failure?.code === 'view.name-taken'
  const save = () => {
    setTried(true)
    if (name.trim() === '' || name.trim().length > viewLimits.name) return
    const onSuccess = () => {
      toast({ tone: 'done', title: `“${name.trim()}” was saved` })
      onClose()
    }
    mutate({ view, change: { ...change, name: name.trim(), isShared } }, { onSuccess })
  }
  return (
    <DialogForm submit="Save" busy={isPending} onSubmit={save} onCancel={onClose}>
      <FailureAlert>{isOfName ? undefined : failure?.message}</FailureAlert>
      <LimitedInput
        label="Name"
        data-autofocus
        limit={viewLimits.name}
        value={name}
        error={(isTried && name.trim() === '' && emptyText) || (isOfName && failure.message)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label="Share with everyone who can open this list"
        description={canShare ? undefined : 'You need the permission “Share saved views”.'}
        checked={isShared}
        disabled={!canShare}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </DialogForm>
  )
}
