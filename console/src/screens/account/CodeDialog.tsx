import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from './AskDialog.tsx'

interface CodeDialogProps {
  title: string
  onSubmit: (code: string) => Promise<void>
  onClose: () => void
}

/** Asks for a code of the current second step, or a recovery code instead. */
export function CodeDialog({ title, onSubmit, onClose }: CodeDialogProps) {
  const [code, setCode] = useState('')
  const submit = useMutation({ mutationFn: onSubmit })
  return (
    <AskDialog
      title={title}
      error={submit.error}
      busy={submit.isPending}
      incomplete={code.trim().length < 6}
      onClose={onClose}
      onSubmit={() => submit.mutate(code.trim())}
    >
      <TextInput
        label="Code"
        description="Enter the six digits from your authenticator or a recovery code."
        autoComplete="one-time-code"
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </AskDialog>
  )
}
