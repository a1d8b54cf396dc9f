import '@verbatim/ui/mantine-later.css'
import { Alert, Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { emptyText } from '@verbatim/contract/text.ts'

/** A sign-in as it is typed again. */
export interface Typed {
  readonly password: string
  readonly code: string
}

interface ProofDialogProps {
  title: string
  onSubmit: (typed: Typed) => Promise<void>
  onClose: () => void
}

/** Asks for a whole sign-in again, before what it asks for is changed. */
export function ProofDialog({ title, onSubmit, onClose }: ProofDialogProps) {
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (value === '' ? emptyText : undefined),
      code: (value) => (/^\d{6}$/.test(value.trim()) ? undefined : 'The code has six digits.'),
    },
  })
  const submit = useMutation({ mutationFn: onSubmit })
  return (
    <Modal opened title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ password, code }) => submit.mutate({ password, code: code.trim() }))}
      >
        <Stack>
          {submit.error && (
            <Alert color="red" role="alert">
              {asFailure(submit.error).message}
            </Alert>
          )}
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            {...form.getInputProps('password')}
          />
          <TextInput
            label="Code"
            description="The six digits that your authenticator shows now."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            {...form.getInputProps('code')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={submit.isPending}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
