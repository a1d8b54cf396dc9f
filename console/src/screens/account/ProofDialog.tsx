import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { emptyText } from '@verbatim/contract/text.ts'
import { AskDialog } from './AskDialog.tsx'
import { SecretInput } from '@verbatim/ui/SecretInput.tsx'

/** The input of a repeated sign-in. */
export interface Typed {
  readonly password: string
  readonly code: string
}

interface ProofDialogProps {
  title: string
  onSubmit: (typed: Typed) => Promise<void>
  onClose: () => void
}

/** Asks for a complete sign-in again. */
export function ProofDialog({ title, onSubmit, onClose }: ProofDialogProps) {
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (value === '' ? emptyText : undefined),
      code: (value) => (/^\d{6}$/.test(value.trim()) ? undefined : 'Enter the six-digit code.'),
    },
  })
  const submit = useMutation({ mutationFn: onSubmit })
  return (
    <AskDialog
      title={title}
      error={submit.error}
      busy={submit.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(({ password, code }) => submit.mutate({ password, code: code.trim() }))}
    >
      <SecretInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <TextInput
        label="Code"
        description="Enter the six digits your authenticator shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...form.getInputProps('code')}
      />
    </AskDialog>
  )
}
